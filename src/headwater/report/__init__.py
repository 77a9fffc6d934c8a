"""The site and the live view: results as pages that can be read, linked, mailed and hosted.

``Site`` knows every page by its place and makes it when it is asked for. The static site (``build.build_site``) is all
of them, written to a folder; the live view (``live.serve``) makes one at a time, from the same templates, while a job
runs. The two are imported by themselves, since each needs libraries that the other, and a process that only writes
pages of trials, does without.

- Pages are HTML from Jinja templates: ranking, tables, checks and logs need no script. Figures come from
  ``headwater.analysis``; nothing is computed here.
- What is big comes on demand: a trajectory, the rows of all trials and the drawing library are chunks, scripts that
  a page loads when it needs them, because that works from ``file://`` too.
- What agents, services and checks wrote is hostile. Templates escape everything and make hidden characters visible;
  chunks are base64; scripts only ever set text; the content security policy allows the site's own files and nothing
  inline, and where there are charts the library that draws them, unpacked; what looks like a key is redacted; files
  are read without following links, and only as much as is shown.
"""
