-- A failed analysis has no score.

UPDATE videos SET bs_score = NULL, confidence_level = NULL
WHERE analysis_status = 'failed' AND bs_score = 0;
