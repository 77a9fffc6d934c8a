-- The photos with a tag.
SELECT photo, title
FROM photos.search FINAL
WHERE visible AND has(tags, 'fog')
ORDER BY title, photo;
