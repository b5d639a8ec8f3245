# What a user or a developer types. `make run` and `make test` each work alone on a fresh Debian 12:
# they install what is missing, configure, build and run. The second time nothing is done again.
.PHONY: run test soak format clean

run:
	@cmake/setup.sh run
	@test -f build/release/build.ninja || cmake --preset release
	@cmake --build --preset release --target motus_tool
	build/release/motus inspect
	build/release/motus sample hero --clip Walk --time 0.25
	@mkdir -p build/pictures
	build/release/motus render hero --clip Walk --size 320x400 --fps 24 -o build/pictures/hero-walk.webp
	build/release/motus render hero --clip Run --sheet 6 --size 200x260 -o build/pictures/hero-run.png
	@echo "A film and a contact sheet of the hero: $(CURDIR)/build/pictures/hero-walk.webp, hero-run.png"
	@studio/build.sh
	@if [ -t 0 ] && [ -t 1 ]; then exec build/release/motus studio; \
	else exec build/release/motus studio --check; fi

test:
	@cmake/setup.sh test
	@tests/run.sh

# Hours, not minutes: SOAK_SECONDS for each program.
SOAK_SECONDS ?= 3600
soak:
	@cmake/setup.sh test
	@test -f build/release/build.ninja || cmake --preset release
	@cmake --build --preset release --target soak_players
	build/release/tests/soak/soak_players $(SOAK_SECONDS)
	@for target in $$(ls tests/fuzz/corpus); do tests/fuzz/run.sh $$target $(SOAK_SECONDS) || exit 1; done

format:
	@cmake/setup.sh test
	git ls-files -z '*.h' '*.cpp' | xargs -0 clang-format -i

clean:
	rm -rf build
