import type { VideoId } from "#contract/ids.ts";
import type { CompletedRun } from "#features/analysis/publication.ts";
import {
	aCompletedRun,
	aStatement,
	freshStatementId,
} from "#tests/support/fixtures/publications.ts";

/** As many as an analysis keeps. */
export const STATEMENTS = 24;

const SENTENCE =
	"Between 1990 and 2019 the share of people without electricity fell from twenty nine to ten per cent, number";

/** The result of a talk with as many statements as are kept, words as long as people's. */
export function longReport(video_id: VideoId): CompletedRun {
	return aCompletedRun({
		video_id,
		statements: Array.from({ length: STATEMENTS }, (_, place) =>
			aStatement({
				id: freshStatementId(),
				content: `${SENTENCE} ${place}.`,
				quote: `${SENTENCE} ${place}`,
				quote_key: `${SENTENCE}${place}`.replaceAll(/\W/g, "").toLowerCase(),
				timestamp: place * 30,
				ai_score: (place * 17) % 101,
				explanation: `${SENTENCE} ${place}. ${SENTENCE} again.`,
			}),
		),
	});
}
