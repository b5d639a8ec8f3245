# What a user or a developer types. `make run` and `make test` each work alone on a fresh Debian 12:
# they install what is missing, configure, build and run. The second time nothing is done again.
.PHONY: run test soak format clean

run:
	@cmake/run.sh

test:
	@cmake/setup.sh test
	@tests/run.sh

# Hours, not minutes: SOAK_SECONDS for each program.
SOAK_SECONDS ?= 3600
soak:
	@cmake/setup.sh test
	@test -f build/release/build.ninja || cmake --preset release
	@test -f build/asan/build.ninja || cmake --preset asan
	@cmake --build --preset asan
	ctest --test-dir build/asan -L '^soak$$' --output-on-failure --no-tests=error
	@cmake --build --preset release --target soak_players soak_bake soak_crowd
	build/release/tests/soak/soak_bake
	build/release/tests/soak/soak_crowd 10000
	build/release/tests/soak/soak_players $(SOAK_SECONDS)
	@for target in $$(ls tests/fuzz/corpus); do tests/fuzz/run.sh $$target $(SOAK_SECONDS) || exit 1; done

format:
	@cmake/setup.sh test
	git ls-files -z '*.h' '*.cpp' | xargs -0 clang-format -i

clean:
	rm -rf build
