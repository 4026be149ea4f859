import { statementPath } from "#contract/addresses.ts";
import { isCounting } from "#contract/evidence-words.ts";
import { AI_TEXT } from "#contract/made-by.ts";
import { PROVIDER_NAMES } from "#contract/providers.ts";
import { hasScore, type Scored } from "#contract/score-standing.ts";
import { SITE_NAME } from "#contract/site.ts";
import type { Statement } from "#contract/statement.ts";
import { statementMark } from "#contract/verdict-words.ts";
import type { Report, Video } from "#contract/video.ts";
import { foldText } from "#text/fold.ts";
import { parseUrl } from "#text/parse-url.ts";

/** The rating of one model alone is not published. */
const FEWEST_ANSWERS = 2;

export function claimReviews(
	{ video, statements }: Pick<Report, "video" | "statements">,
	origin: string,
): object[] {
	if (!isPublishable(video)) return [];
	return statements
		.filter(hasScore)
		.filter((statement) => answered(statement).length >= FEWEST_ANSWERS)
		.map((statement) => claimReview(video, statement, origin));
}

/**
 * Real ratings of what was really said: not simulated, and not from a member's
 * transcript, which nobody compared with the video.
 */
export function isPublishable(video: Video): boolean {
	return (
		video.analysis_status === "completed" &&
		!video.simulated &&
		video.transcript_source !== "member" &&
		video.transcript_source !== "sample"
	);
}

function answered(statement: Statement) {
	return statement.ratings.filter(
		(rating) => rating.status === "ok" && (statement.verdict === null || isCounting(rating)),
	);
}

/** Our scale goes from 0 (factual) to 100 (false), theirs from worst to best. */
function claimReview(video: Video, statement: Scored<Statement>, origin: string) {
	const { words } = statementMark(statement);
	const site = { "@type": "Organization", name: SITE_NAME, url: `${origin}/` };
	const models = answered(statement).map(({ provider }) => PROVIDER_NAMES[provider]);
	return {
		"@context": "https://schema.org",
		"@type": "ClaimReview",
		url: origin + statementPath(video.id, statement.id),
		claimReviewed: statement.content,
		datePublished: video.updated_at.slice(0, "2026-01-31".length),
		inLanguage: "en",
		digitalSourceType: AI_TEXT,
		author: site,
		sdPublisher: site,
		creditText: `Automated rating by ${models.join(", ")}, combined by ${SITE_NAME}. No person has reviewed it.`,
		publishingPrinciples: `${origin}/how-it-works`,
		itemReviewed: {
			"@type": "Claim",
			text: statement.quote || statement.content,
			...(video.published_at && { datePublished: video.published_at }),
			...(isNamed(video, statement) && { author: { "@type": "Person", name: statement.speaker } }),
			appearance: {
				"@type": "VideoObject",
				publisher: { "@type": "Organization", name: video.channel_name },
				name: video.title,
				url: video.url,
				thumbnailUrl: video.thumbnail_url,
				...(video.published_at && { uploadDate: video.published_at }),
			},
		},
		reviewRating: {
			"@type": "Rating",
			ratingValue: 100 - statement.ai_score,
			bestRating: 100,
			worstRating: 0,
			alternateName: words,
			name: words,
			ratingExplanation: statement.explanation,
		},
		...citations(statement),
	};
}

/** Two words or more with capitals, in scripts that have them. */
const NAME = /^\p{Lu}[\p{L}\p{M}.'’-]*(?: [\p{L}\p{M}.'’-]+){0,3} \p{Lu}[\p{L}\p{M}.'’-]*$/u;

/**
 * Whether the video's own captions name who said it. A channel publishes the words of many. "News
 * Anchor" looks like a name too, so the title or the channel has to have the same words.
 */
function isNamed(
	{ transcript_source, title, channel_name }: Video,
	{ speaker }: Statement,
): boolean {
	if (transcript_source !== "captions" || !speaker || !NAME.test(speaker)) return false;
	const name = foldText(speaker);
	return [title, channel_name].some((text) => foldText(text).includes(name));
}

/** The opened pages; without them, the models' sources that are web addresses. */
function citations({ sources, evidence }: Statement) {
	if (evidence.length > 0) {
		const pages = new Map(evidence.map((piece) => [piece.final_url, piece]));
		return {
			citation: [...pages.values()].map(({ final_url, title, published_at, archived_url }) => ({
				"@type": "CreativeWork",
				name: title,
				url: final_url,
				...(published_at && { datePublished: published_at }),
				...(archived_url && { archivedAt: archived_url }),
			})),
		};
	}
	const links = sources
		.filter((source) => /^https?:\/\//i.test(source))
		.flatMap((source) => parseUrl(source)?.href ?? []);
	return links.length === 0 ? {} : { citation: [...new Set(links)] };
}
