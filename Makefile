# SPDX-License-Identifier: GPL-3.0-or-later
#
# `make run` and `make test` are all it takes on a bare machine; `make help` lists the rest.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := build
.DELETE_ON_ERROR:

APP_ID  := org.albumen.Albumen
PREFIX  ?= /usr/local
DESTDIR ?=
SWIFT   ?= swift

# Release carries Swift's runtime inside, so that what is installed needs no toolchain. STATIC= links
# it from the toolchain instead.
STATIC  ?= --static-swift-stdlib
RELEASE := -c release --disable-index-store $(STATIC)

# A warning of ours ends every debug build; STRICT= is for a compiler newer than the ones we know.
# No --disable-index-store here: Swift 6.0 finds the tests through the index.
STRICT  ?= -Xswiftc -warnings-as-errors
DEBUG   := -c debug $(STRICT)

RELEASE_DIR := .build/release
RESOURCES   := build/resources/albumen.gresource
SCHEMAS     := build/schemas/gschemas.compiled
PROGRAMS    := albumen albumenctl albumen-decoder

.PHONY: help build run test lint format bench stress fuzz install uninstall clean deps texts resources

help: ## this list
	@echo 'make TARGET [NAME=VALUE …]'
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' Makefile

deps: ## find and install the system packages that building, running and testing need
	@scripts/deps test

build: ## build the programs, optimised, with all they need beside them
	@scripts/deps run
	@$(MAKE) --no-print-directory resources
	for program in $(PROGRAMS); do $(SWIFT) build $(RELEASE) --product $$program; done

run: build ## build, then run Albumen (ARGS="…" are its arguments)
	ALBUMEN_RESOURCE_DIR=$(CURDIR)/build/resources GSETTINGS_SCHEMA_DIR=$(CURDIR)/build/schemas \
	    exec $(RELEASE_DIR)/albumen $(ARGS)

TEST          := $(SWIFT) test $(DEBUG) --skip-build
WAITING_TESTS := GTKBridgeTests|UITests|CommandLineTests

test: ## build and run every test (FILTER=name runs some)
	@scripts/deps test
	@$(MAKE) --no-print-directory resources
	@rm -f build/test.log
	$(SWIFT) build $(DEBUG) --build-tests
ifdef FILTER
	scripts/run-tests build/test.log $(TEST) --filter '$(FILTER)'
else
# What waits for other programs waits longer beside the rest: it runs by itself.
	scripts/run-tests build/test.log $(TEST) --skip '$(WAITING_TESTS)'
	scripts/run-tests build/test.log $(TEST) --filter '$(WAITING_TESTS)'
endif

lint: ## check format, layers, data files, and that nothing warns
	@scripts/deps test
	@scripts/lint
	$(SWIFT) build $(DEBUG) --build-tests

format: ## format the Swift sources in place
	$(SWIFT) format --in-place --parallel --recursive Sources Tests Package.swift

bench: ## measure (ARGS="…" are albumen-bench's arguments)
	@scripts/deps run
	$(SWIFT) build $(RELEASE) --product albumen-decoder
	$(SWIFT) build $(RELEASE) --product albumen-bench
	$(RELEASE_DIR)/albumen-bench $(ARGS)

stress: ## run the tests N times (10), with the long forms of kills and races, stop at the first failure
	@scripts/deps test
	@$(MAKE) --no-print-directory resources
	@rm -f build/stress.log
	$(SWIFT) build $(DEBUG) --build-tests
	for round in $$(seq $${N:-10}); do \
	    echo "round $$round"; ALBUMEN_STRESS=1 scripts/run-tests build/stress.log $(TEST) $(if $(FILTER),--filter '$(FILTER)'); \
	done

fuzz: ## run libFuzzer on our parsers, T seconds each (300; PARSERS="…" are some of them)
	@scripts/deps test
	SWIFT='$(SWIFT)' scripts/fuzz $${T:-300} $(PARSERS)

resources: $(RESOURCES) $(SCHEMAS)

$(RESOURCES): resources/albumen.gresource.xml $(shell find resources -type f)
	@mkdir -p $(@D)
	glib-compile-resources --sourcedir=resources --target=$@ $<

$(SCHEMAS): data/$(APP_ID).gschema.xml
	@mkdir -p $(@D)
	glib-compile-schemas --strict --targetdir=$(@D) data

texts: ## collect what people read into po/albumen.pot, for translators
	@scripts/deps test
	scripts/collect-texts

install: build ## install under PREFIX (/usr/local), staged under DESTDIR
	@scripts/install '$(PREFIX)' '$(DESTDIR)'

uninstall: ## remove what install put there
	@scripts/install --remove '$(PREFIX)' '$(DESTDIR)'

clean: ## remove everything that was built
	rm -rf .build build
