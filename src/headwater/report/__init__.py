"""Generates the site and the live view, which present results as pages that can be read, linked, mailed and hosted.

``ReportSite`` maps paths to pages and renders pages on request. ``build.build_site`` writes all pages to a folder as a
static site. ``live.serve`` renders one page at a time, from the same templates, while a job runs. The modules ``build``
and ``live`` are imported separately, because each needs libraries that the other does not.

- Pages are HTML from Jinja templates. The ranking, tables, checks and logs work without scripts. All figures are
  computed by ``headwater.analysis``.
- Large data is loaded on demand. Trajectories, the rows of all trials and the drawing library are stored in chunks:
  scripts that a page loads when it needs them. This also works from ``file://``.
- Text from agents, services and checks is treated as hostile. Templates escape everything and make hidden characters
  visible. Chunks are encoded in base64. Scripts insert data only as text. The content security policy allows the site's
  own files and, on pages with charts, the unpacked drawing library, but nothing inline. Text that looks like a key is
  redacted. Files are read without following links, and only as far as they are shown.
"""
