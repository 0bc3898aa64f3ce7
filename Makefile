# One build serves tests, demo and benchmarks: other flags, and the ones that `swift test` adds when it
# builds by itself, would rebuild everything.
BUILD := -c release -Xswiftc -enable-testing
SOURCES := Package.swift Sources Tests

.PHONY: help setup build demo test install deb notebooks validate fuzz bench lint format bless docs

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what the machine lacks for building
	scripts/setup

build: ## Build the yutu command
	swift build $(BUILD)

# BUILT=.build/debug installs what a build has left there, and builds nothing.
install: $(if $(BUILT),,build) ## Install yutu into PREFIX (default /usr/local)
	PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' SYSCONFDIR='$(SYSCONFDIR)' \
	  packaging/install '$(or $(BUILT),.build/release)'

deb: $(if $(BUILT),,build) ## Make a Debian package in .build/deb
	packaging/deb '$(or $(BUILT),.build/release)'

demo: ## Install, build, make the sample city and serve its map
	scripts/demo

test: ## Install, build and run all tests, or those that FILTER matches (make test FILTER=RoadsTests)
	scripts/setup --test
	swift build --build-tests $(BUILD)
	scripts/test $(BUILD) $(if $(FILTER),--filter '$(FILTER)')

notebooks: ## Run the notebooks: a fresh sample city, floods, signals, parking
	scripts/setup --test
	swift build --build-tests $(BUILD)
	swift test --skip-build $(BUILD) --filter Notebook

validate: ## Longer evidence: real data and real clients
	scripts/validate

fuzz: ## Try the parsers on made-up inputs for MINUTES (default 10) in all; TARGETS= chooses some
	scripts/fuzz --minutes '$(or $(MINUTES),10)' $(TARGETS)

bench: ## Measure against the peers, on the same work
	scripts/bench

lint: ## Check formatting and documentation comments
	swift format lint --strict --recursive $(SOURCES)

format: ## Format the sources in place
	swift format --in-place --recursive $(SOURCES)

bless: ## Write the generated files that are committed
	YUTU_BLESS=1 swift test $(BUILD) --filter CatalogTests

docs: ## Run the commands of all documents; check links, words and style
	scripts/setup --test
	swift build --build-tests $(BUILD)
	swift test --skip-build $(BUILD) --filter Document
