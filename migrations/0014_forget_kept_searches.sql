-- Searches were found by claim and month alone, so that a query which a model made of one video's title
-- answered for every video with the same claim. From now on the key has the query too; the rows until
-- now are no longer found.
DELETE FROM search_hits;
