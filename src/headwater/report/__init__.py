"""The site and the live view: results as pages that can be read, linked, mailed and hosted.

``Site`` knows every page by its place and renders it on request. The static site (``build.build_site``) writes all of
them to a folder; the live view (``live.serve``) renders one at a time, from the same templates, while a job runs. The
two modules are imported separately, because each needs libraries that the other does not.

- Pages are HTML from Jinja templates: ranking, tables, checks and logs need no script. Figures come from
  ``headwater.analysis``; nothing is computed here.
- Large data load on demand: trajectories, the rows of all trials and the drawing library are chunks, scripts that a
  page loads when it needs them, because that also works from ``file://``.
- What agents, services and checks wrote is hostile. Templates escape everything and make hidden characters visible;
  chunks are base64; scripts only ever set text; the content security policy allows the site's own files, nothing
  inline, and on pages with charts the unpacked drawing library; what looks like a key is redacted; files are read
  without following links, and only as much as is shown.
"""
