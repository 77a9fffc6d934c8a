"""Generates the site and the live view: results as pages that can be read, linked, mailed and hosted.

``ReportSite`` maps paths to pages and renders pages on request. The static site (``build.build_site``) writes all of
them to a folder; the live view (``live.serve``) renders one at a time, from the same templates, while a job runs. The
two modules are imported separately, because each needs libraries that the other does not.

- Pages are HTML from Jinja templates. The ranking, tables, checks and logs need no script. Figures come from
  ``headwater.analysis``, and none are computed here.
- Large data is loaded on demand. Trajectories, the rows of all trials and the drawing library are chunks, that is,
  scripts that a page loads when it needs them, because this also works from ``file://``.
- Text from agents, services and checks is hostile. Templates escape everything and make hidden characters visible.
  Chunks are base64. Scripts only set text. The content security policy allows the site's own files, nothing inline,
  and, on pages with charts, the unpacked drawing library. Text that looks like a key is redacted. Files are read
  without following links, and only as far as they are shown.
"""
