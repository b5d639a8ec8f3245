// motus/render/context.cpp - everything that differs between a Linux machine and a browser.
// SPDX-License-Identifier: MIT
#include "gl.h"

#include <motus/render/context.h>

#if defined(__EMSCRIPTEN__)
#include <emscripten/html5.h>
#else
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>
#endif

#if defined(__SANITIZE_ADDRESS__)
// What Mesa's software driver does not give back at its end; nothing of ours is in these frames'
// modules. Read by the leak sanitizer, and only there.
extern "C" const char* __lsan_default_suppressions() {
    return "leak:swrast_dri.so\nleak:libgallium\n";
}
#endif

namespace motus::render {
namespace {

std::string description_of_gl() {
    const auto text = [](GLenum name) {
        const GLubyte* string = gl::GetString(name);
        return std::string(string ? reinterpret_cast<const char*>(string) : "unknown");
    };
    return text(GL_RENDERER) + ", " + text(GL_VERSION);
}

#if defined(__EMSCRIPTEN__)

class CanvasContext final : public Context {
  public:
    CanvasContext(EMSCRIPTEN_WEBGL_CONTEXT_HANDLE handle, const std::string& canvas)
        : handle_(handle), canvas_(canvas) {
        make_current();
        description_ = description_of_gl();
        // A page that does not answer "yes" to the loss never gets its context back.
        listen([](int, const void*, void*) -> EM_BOOL { return EM_TRUE; },
               [](int, const void*, void* self) -> EM_BOOL {
                   ++static_cast<CanvasContext*>(self)->generation_;
                   return EM_TRUE;
               });
    }
    ~CanvasContext() override {
        listen(nullptr, nullptr);
        emscripten_webgl_destroy_context(handle_);
    }
    void make_current() override { emscripten_webgl_make_context_current(handle_); }
    bool lost() const override { return emscripten_is_webgl_context_lost(handle_) == EM_TRUE; }

  private:
    void listen(em_webgl_context_callback on_lost, em_webgl_context_callback on_restored) {
        emscripten_set_webglcontextlost_callback(canvas_.c_str(), this, EM_FALSE, on_lost);
        emscripten_set_webglcontextrestored_callback(canvas_.c_str(), this, EM_FALSE, on_restored);
    }

    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE handle_;
    std::string canvas_;
};

#else

Error missing(const std::string& cause) {
    return {"gl-missing", "",
            cause +
                "; drawing needs EGL and OpenGL ES 3 (Debian: libegl1 libgles2 libegl-mesa0 "
                "libgl1-mesa-dri)"};
}

std::string last_error() {
    const char* text = dlerror();
    return text ? text : "unknown error";
}

// EGL's functions, from the library where it is there.
struct Egl {
    decltype(&::eglGetProcAddress) GetProcAddress = nullptr;
    decltype(&::eglInitialize) Initialize = nullptr;
    decltype(&::eglBindAPI) BindAPI = nullptr;
    decltype(&::eglChooseConfig) ChooseConfig = nullptr;
    decltype(&::eglCreateContext) CreateContext = nullptr;
    decltype(&::eglDestroyContext) DestroyContext = nullptr;
    decltype(&::eglMakeCurrent) MakeCurrent = nullptr;
    decltype(&::eglReleaseThread) ReleaseThread = nullptr;
};

template <typename Function>
bool load(void* library, const char* name, Function& out) {
    out = reinterpret_cast<Function>(dlsym(library, name));
    return out != nullptr;
}

Result<Egl> load_egl() {
    void* library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_GLOBAL);
    if (!library) return missing("EGL could not be loaded: " + last_error());
    Egl egl;
    const bool complete = load(library, "eglGetProcAddress", egl.GetProcAddress) &&
                          load(library, "eglInitialize", egl.Initialize) &&
                          load(library, "eglBindAPI", egl.BindAPI) &&
                          load(library, "eglChooseConfig", egl.ChooseConfig) &&
                          load(library, "eglCreateContext", egl.CreateContext) &&
                          load(library, "eglDestroyContext", egl.DestroyContext) &&
                          load(library, "eglMakeCurrent", egl.MakeCurrent) &&
                          load(library, "eglReleaseThread", egl.ReleaseThread);
    if (!complete) return missing("libEGL.so.1 lacks a function: " + last_error());
    return egl;
}

Result<bool> load_gl() {
    void* library = dlopen("libGLESv2.so.2", RTLD_NOW | RTLD_GLOBAL);
    if (!library) return missing("OpenGL ES could not be loaded: " + last_error());
#define MOTUS_GL_LOAD(name) \
    if (!load(library, "gl" #name, gl::name)) return missing("libGLESv2.so.2 lacks gl" #name);
    MOTUS_GL_FUNCTIONS(MOTUS_GL_LOAD)
    MOTUS_GL_NATIVE_FUNCTIONS(MOTUS_GL_LOAD)
#undef MOTUS_GL_LOAD
    return true;
}

class OffscreenContext final : public Context {
  public:
    OffscreenContext(const Egl& egl, EGLDisplay display) : egl_(egl), display_(display) {}
    ~OffscreenContext() override {
        egl_.MakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        if (context_ != EGL_NO_CONTEXT) egl_.DestroyContext(display_, context_);
        // The display stays for the next context: ending it unloads the driver, which is slow and
        // which drivers with threads of their own do not all survive.
        egl_.ReleaseThread();
    }
    void make_current() override {
        egl_.MakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_);
    }
    bool lost() const override { return false; }

    bool create() {
        const EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_SURFACE_TYPE, 0,
                                 EGL_NONE};
        const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0,
                                  EGL_NONE};
        EGLConfig config = nullptr;
        EGLint count = 0;
        if (!egl_.BindAPI(EGL_OPENGL_ES_API)) return false;
        if (!egl_.ChooseConfig(display_, wanted, &config, 1, &count) || count < 1) return false;
        context_ = egl_.CreateContext(display_, config, EGL_NO_CONTEXT, version);
        if (context_ == EGL_NO_CONTEXT) return false;
        return egl_.MakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) == EGL_TRUE;
    }
    void describe() { description_ = description_of_gl(); }

  private:
    Egl egl_;
    EGLDisplay display_;
    EGLContext context_ = EGL_NO_CONTEXT;
};

#endif

}  // namespace

#if defined(__EMSCRIPTEN__)

Result<std::unique_ptr<Context>> open_context(const ContextOptions& options) {
    EmscriptenWebGLContextAttributes attributes;
    emscripten_webgl_init_context_attributes(&attributes);
    attributes.majorVersion = 2;
    attributes.minorVersion = 0;
    attributes.alpha = EM_TRUE;
    attributes.premultipliedAlpha = EM_TRUE;
    attributes.antialias = EM_FALSE;  // The renderer resolves its own samples.
    attributes.depth = EM_FALSE;
    const auto handle = emscripten_webgl_create_context(options.canvas.c_str(), &attributes);
    if (handle <= 0) {
        return Error{"gl-version", options.canvas, "this browser gives no WebGL 2 context"};
    }
    return std::unique_ptr<Context>(std::make_unique<CanvasContext>(handle, options.canvas));
}

#else

namespace gl {
#define MOTUS_GL_DEFINE(name) decltype(&::gl##name) name = nullptr;
MOTUS_GL_FUNCTIONS(MOTUS_GL_DEFINE)
MOTUS_GL_NATIVE_FUNCTIONS(MOTUS_GL_DEFINE)
#undef MOTUS_GL_DEFINE
}  // namespace gl

Result<std::unique_ptr<Context>> open_context(const ContextOptions&) {
    Result<Egl> egl = load_egl();
    if (!egl) return egl.error();
    if (const Result<bool> loaded = load_gl(); !loaded) return loaded.error();

    const auto get_display = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(
        egl->GetProcAddress("eglGetPlatformDisplayEXT"));
    if (!get_display) return missing("EGL has no eglGetPlatformDisplayEXT");
    const EGLDisplay display =
        get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (display == EGL_NO_DISPLAY || !egl->Initialize(display, nullptr, nullptr)) {
        return missing("EGL found no driver that draws without a screen");
    }
    auto context = std::make_unique<OffscreenContext>(*egl, display);
    if (!context->create()) {
        return Error{"gl-context", "", "the driver gave no OpenGL ES 3.0 context"};
    }
    GLint major = 0;
    gl::GetIntegerv(GL_MAJOR_VERSION, &major);
    if (major < 3) return Error{"gl-version", "", "the driver has no OpenGL ES 3.0"};
    context->describe();
    return std::unique_ptr<Context>(std::move(context));
}

#endif

}  // namespace motus::render
