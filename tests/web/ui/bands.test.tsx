import { cleanup, render } from "@testing-library/react";
import type { ReactElement } from "react";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { statementMark } from "#contract/verdict-words.ts";
import type { SearchResult } from "#contract/video.ts";
import { unnamedBands, WORDS_OF_BANDS } from "#tests/support/world/page-checks.ts";
import { ShownReport } from "#tests/web/reports/shown-report.tsx";
import {
	sampleRating,
	sampleReport,
	sampleStatement,
	sampleVideo,
} from "#tests/web/support/sample-report.ts";
import { StatementDetails } from "#web/features/reports/statements/statement-details.tsx";
import {
	filterChoices,
	VerdictFilter,
} from "#web/features/reports/statements/statement-filters.tsx";
import { SearchHit } from "#web/features/search/search-panel.tsx";
import { StatementHit } from "#web/features/search/statement-hit.tsx";
import { ExampleReport } from "#web/features/site/home/home-example.tsx";
import { ScaleLegend } from "#web/features/site/pages/scale-legend.tsx";
import { BandBadge, BandIcon } from "#web/ui/badges.tsx";
import { ScoreBar } from "#web/ui/score-bar.tsx";
import { Timeline } from "#web/ui/timeline.tsx";
import { timelineMarks } from "#web/ui/timeline-layout.ts";
import { VideoCard } from "#web/ui/video-card.tsx";

beforeEach(() => {
	vi.stubGlobal("fetch", () => new Promise(() => {}));
	Element.prototype.scrollIntoView = vi.fn();
});
afterEach(cleanup);

function unnamed(display: ReactElement): string[] {
	const { container } = render(
		<SWRConfig value={{ provider: () => new Map() }}>
			<MemoryRouter>{display}</MemoryRouter>
		</SWRConfig>,
	);
	return unnamedBands(container, WORDS_OF_BANDS);
}

const noop = () => {};

function displays(score: number, simulated: boolean): [string, ReactElement][] {
	const video = sampleVideo({ bs_score: score, simulated });
	const status = simulated ? "simulated" : "ok";
	const statement = sampleStatement({
		ai_score: score,
		ratings: [
			sampleRating("openai", score, { status }),
			sampleRating("claude", 100 - score, { status }),
			sampleRating("gemini", 50, { status: "failed" }),
		],
	});
	const report = sampleReport({ video, statements: [statement] });
	const hit: SearchResult = video;
	return [
		["badge", <BandBadge key={0} score={score} simulated={simulated} />],
		["score bar", <ScoreBar key={0} label="x" score={score} state={status} />],
		[
			"timeline",
			<Timeline
				key={0}
				duration={600}
				simulated={simulated}
				marks={timelineMarks([statement])}
				hrefOf={() => "#"}
			/>,
		],
		["video card", <VideoCard key={0} video={video} locked={false} onChoose={noop} />],
		["search hit", <SearchHit key={0} result={hit} locked={false} onChoose={noop} />],
		[
			"statement that was found",
			<StatementHit
				key={0}
				statement={{ ...statement, key: "0".repeat(24), video_title: "Bridges", simulated }}
				locked={false}
				onChoose={noop}
			/>,
		],
		["statement's details", <StatementDetails key={0} statement={statement} />],
		["example", <ExampleReport key={0} {...report} onChoose={noop} onMark={noop} />],
		["report", <ShownReport key={0} report={report} />],
		["legend", <ScaleLegend key={0} />],
		[
			"filter",
			<VerdictFilter
				key={0}
				choices={filterChoices([statementMark(statement)])}
				chosen="moderate"
				onChoose={noop}
			/>,
		],
	];
}

const CASES = [12, 50, 88].flatMap((score) =>
	[false, true].flatMap((simulated) =>
		displays(score, simulated).map(
			([name, display]) => [name, score, simulated ? "simulated" : "measured", display] as const,
		),
	),
);

describe("band colour with icon and word", () => {
	it.each(CASES)("is complete on a %s of %i, %s", (_name, _score, _kind, display) => {
		expect(unnamed(display)).toEqual([]);
	});
});

describe("unnamedBands", () => {
	it("finds a colour without icon and word, without an icon, or without a word", () => {
		expect(unnamed(<b className="text-high">88</b>)).toHaveLength(1);
		expect(unnamed(<b className="bg-high">88 High BS</b>)).toHaveLength(1);
		expect(
			unnamed(
				<b>
					<BandIcon band="high" />
					88
				</b>,
			),
		).toHaveLength(1);
	});

	it("does not accept the word of another band", () => {
		expect(
			unnamed(
				<b className="text-high">
					<BandIcon band="high" />
					88 Factual
				</b>,
			),
		).not.toEqual([]);
	});
});
