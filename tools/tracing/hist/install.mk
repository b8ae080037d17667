# SPDX-License-Identifier: GPL-2.0-only
# Manual pages and installation; included by Makefile.
#
#   make man        build the manual pages, with rst2man of python3-docutils
#   make install    install below $(DESTDIR)$(prefix); build with the same prefix

RST2MAN ?= $(or $(shell command -v rst2man),$(shell command -v rst2man.py),rst2man)
INSTALL ?= install

bindir ?= $(prefix)/bin
mandir ?= $(prefix)/share/man
sharedir ?= $(prefix)/share/trace-hist
recipesdir ?= $(sharedir)/recipes
completionsdir ?= $(prefix)/share/bash-completion/completions

man_pages := $(patsubst man/%.rst,$(O)/man/%,$(filter-out man/common-%,$(wildcard man/*.rst)))

man: $(man_pages)

$(O)/man/%: man/%.rst $(wildcard man/common-*.rst)
	@mkdir -p $(@D)
	$(RST2MAN) --report=info --halt=info $< $@

# The directory of the recipes is compiled into the program.
$(O)/recipes-directory: FORCE
	@mkdir -p $(@D)
	@echo '$(recipesdir)' | cmp -s - $@ || echo '$(recipesdir)' >$@

$(O)/recipe/find.o: $(O)/recipes-directory

install: all man
	$(INSTALL) -d $(DESTDIR)$(bindir) $(DESTDIR)$(sharedir) $(DESTDIR)$(recipesdir) \
		$(DESTDIR)$(completionsdir) \
		$(DESTDIR)$(mandir)/man1 $(DESTDIR)$(mandir)/man5
	$(INSTALL) -m 755 $(O)/trace-hist $(O)/hist-raw $(DESTDIR)$(bindir)
	$(INSTALL) -m 644 $(wildcard recipes/*.yaml) $(DESTDIR)$(recipesdir)
	$(INSTALL) -m 644 export/grafana-dashboard.json $(DESTDIR)$(sharedir)
	$(INSTALL) -m 644 completion/trace-hist $(DESTDIR)$(completionsdir)
	$(INSTALL) -m 644 $(filter %.1,$(man_pages)) $(DESTDIR)$(mandir)/man1
	$(INSTALL) -m 644 $(filter %.5,$(man_pages)) $(DESTDIR)$(mandir)/man5

.PHONY: man install FORCE
