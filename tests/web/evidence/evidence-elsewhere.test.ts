import { describe, expect, it } from "vitest";
import { scoreStanding } from "#contract/score-standing.ts";
import type { Report } from "#contract/video.ts";
import { badgeSvg } from "#features/sharing/badge.ts";
import type { CompletedCard } from "#features/sharing/cards.ts";
import { embedCard } from "#features/sharing/embed.ts";
import { atomFeed } from "#features/sharing/feeds.ts";
import { oembedAnswer } from "#features/sharing/oembed.ts";
import { claimReviews } from "#features/sharing/pages/claim-review.ts";
import { reportHead } from "#features/sharing/pages/report-page.ts";
import { pictureSvg } from "#features/sharing/picture/layout.ts";
import { aCard, parseHtml, parseXml, pictureType } from "#tests/support/fixtures/result-cards.ts";
import { renderReport } from "#tests/web/reports/rendered-report.ts";
import {
	checkedReport,
	REFUTED,
	SUPPORTED,
	tooLittleReport,
} from "#tests/web/support/sample-evidence.ts";
import { sampleReport } from "#tests/web/support/sample-report.ts";

/** What other sites and readers without scripts see of a result, depending on its basis. */

const ORIGIN = "https://bs.example.org";
const CHECKED = checkedReport();
/** The colours of the bands in badges, pictures and cards. */
const COLOURS = /#005f73|#9a5800|#9b1c31|class="[^"]*\b(factual|moderate|high)\b/;

function cardOf({ video }: Report): CompletedCard {
	return aCard({
		score: video.bs_score,
		confidence: video.confidence_level,
		standing: scoreStanding(video),
		coverage: video.coverage,
		interval: video.interval,
		finding: video.finding,
	});
}

function feedOf({ video }: Report): string {
	return atomFeed({
		origin: ORIGIN,
		path: "/feed.xml",
		title: "New analyses",
		subtitle: "Videos",
		entries: [{ video, published: video.created_at }],
	});
}

const type = pictureType();
const textOf = (markup: string) => parseHtml(markup).documentElement.textContent;

describe("checked result outside the app", () => {
	const card = cardOf(CHECKED);

	it("shows on every card how much was checked", () => {
		expect(textOf(badgeSvg(card))).toContain("45 Moderate BS, 5 of 7 checked");
		const frame = textOf(embedCard(card, ORIGIN, "system"));
		expect(frame).toContain("5 of 7 checked with sources by 3 AI models, likely between 37 and 53");
		expect(frame).toContain("1 of 5 does not hold");
		for (const said of [
			"1 supported",
			"1 no longer true",
			"1 missing context",
			"1 sources disagree",
			"1 refuted",
			"2 unverified",
		])
			expect(frame).toContain(said);
		expect(frame).not.toMatch(/questionable|misleading/);
		expect(textOf(pictureSvg(card, type))).toContain("5 of 7 checked");
		expect(oembedAnswer(card, ORIGIN, { max_width: null, max_height: null }).title).toBe(
			"BS score of How the bridge was built (1 of 5 does not hold)",
		);
		expect(feedOf(CHECKED)).toContain("1 of 5 checked claims does not hold.");
	});

	it("shows on its page how much was checked, and the strongest quote of each statement", () => {
		const body = textOf(renderReport(CHECKED, null));
		expect(body).toContain("5 of 7 checked");
		expect(body).toContain("between 37 and 53");
		expect(body).toContain(REFUTED.evidence[0]?.quote);
		expect(body).toContain("With the sources it is 91: refuted.");
		expect(body).toContain("Unverified: no source found");
		// The spoken words are shown only where they differ from the statement.
		expect(body).toContain(`${REFUTED.content}In the video: ${REFUTED.quote}`);
		expect(body).toContain(`“${SUPPORTED.quote}”`);
		const { description, headline } = reportHead(CHECKED, null, ORIGIN);
		expect(headline).toContain("5 of 7 checked");
		expect(description).toContain("1 of 5 checked claims does not hold.");
	});

	it("says that simulated scores were made up only if there is a score", () => {
		const simulated = ({ video, ...rest }: Report) =>
			reportHead({ ...rest, video: { ...video, simulated: true } }, null, ORIGIN).description;
		expect(simulated(CHECKED)).toContain("The scores were made up");
		const hollow = simulated(tooLittleReport(1));
		expect(hollow).toContain("Simulated: Too little could be checked: 1 of 11.");
		expect(hollow).not.toContain("made up");
	});

	it("publishes a review of each checked statement with the pages it rests on", () => {
		const reviews = claimReviews(CHECKED, ORIGIN) as Record<string, unknown>[];
		expect(reviews).toHaveLength(5);
		const refuted = reviews.find((it) => it.claimReviewed === REFUTED.content);
		expect(refuted?.reviewRating).toMatchObject({ ratingValue: 9, alternateName: "Refuted" });
		expect(refuted?.citation).toContainEqual({
			"@type": "CreativeWork",
			name: "Sea level since Roman times",
			url: "https://tides.example.org/sea-level",
			datePublished: "2021-05-02",
			archivedAt: "https://en.wikipedia.org/w/index.php?oldid=1201",
		});
	});
});

describe("result without a verdict outside the app", () => {
	const report = tooLittleReport(1);
	const words = "Too little could be checked (1 of 11)";
	const card = cardOf(report);
	const phrase = words.charAt(0).toLowerCase() + words.slice(1);

	it("shows its reason instead of a score, and no colour", () => {
		const title = words.replace(/ \(.*/, "");
		const badge = badgeSvg(card);
		expect(textOf(badge)).toContain(phrase);
		expect(badge).not.toMatch(COLOURS);
		const frame = embedCard(card, ORIGIN, "system").replace(/<style>.*<\/style>/s, "");
		expect(textOf(frame)).toContain(title);
		expect(frame).not.toMatch(COLOURS);
		const picture = pictureSvg(card, type);
		const [verdict] = parseXml(picture).querySelectorAll('text[y="446"]');
		const size = Number(verdict?.getAttribute("font-size"));
		const from = Number(verdict?.getAttribute("x"));
		expect(from + type.serif.width(title, size)).toBeLessThanOrEqual(1_136.1);
		expect(textOf(picture)).toContain(title);
		expect(picture).not.toMatch(COLOURS);
		const feed = feedOf(report);
		expect(feed).toContain("Too little could be checked: 1 of 11.");
		expect(feed).not.toContain("<category");
		expect(oembedAnswer(card, ORIGIN, { max_width: null, max_height: null }).title).toContain(
			`(${phrase})`,
		);
	});

	it("has a page without band colours and a head without a score", () => {
		const body = renderReport({ ...report, statements: report.statements.slice(-1) }, null);
		expect(textOf(body)).toContain(words.replace(/ \(.*/, ""));
		expect(body).not.toMatch(/(fill|stroke|text)-(factual|moderate|high)/);
		const { description, headline, image } = reportHead(report, null, ORIGIN);
		for (const text of [description, headline, image?.alt]) {
			expect(text).toMatch(/Too little could be checked( \(|: )1 of 11/);
			expect(text).not.toMatch(/score/i);
		}
	});
});

describe("claimReviews", () => {
	it("reviews statements rated from memory only on a site without sources", () => {
		expect(claimReviews(tooLittleReport(0), ORIGIN)).toEqual([]);
		expect(claimReviews(tooLittleReport(1), ORIGIN)).toHaveLength(1);
		expect(claimReviews(sampleReport(), ORIGIN)).toHaveLength(1);
	});
});
