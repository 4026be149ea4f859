import * as z from "zod";
import { bandFor } from "#contract/bands.ts";
import { Basis, Lean, SourceId } from "#contract/evidence.ts";
import { Provider } from "#contract/ids.ts";
import { hasScore, isCounted } from "#contract/score-standing.ts";
import {
	type ChangedStatement,
	type Version,
	type VersionChanges,
	VersionPage,
	VersionStatement,
} from "#contract/versions.ts";
import { Scope } from "#contract/video.ts";
import { isCovered } from "#features/evidence/video-basis.ts";
import { pairStatements } from "#features/statements/pair-statements.ts";
import { type HiddenPages, isHiddenPage } from "#features/takedowns/hidden-pages.ts";
import { type HiddenWords, repeatsHidden } from "#features/takedowns/hidden-words.ts";

const StoredStatement = VersionStatement.extend({
	/** The normalised quote. */
	quote_key: z.string(),
	pages: z.array(
		VersionPage.extend({
			content_hash: z.string(),
			// Release 1.0.0 had one version and did not store it.
			canonical_version: z.number().default(2),
		}),
	),
});
type StoredStatement = z.infer<typeof StoredStatement>;
type StoredPage = StoredStatement["pages"][number];

/** What is stored of a version. */
export const VersionContent = z.object({
	bs_score: z.number().nullable(),
	lean: Lean.nullable(),
	basis: Basis,
	scope: Scope,
	checkable: z.number(),
	checked: z.number(),
	panel: z.array(Provider),
	/** Provider and model of the ratings. */
	models: z.array(z.string()),
	sources: z.array(SourceId),
	statements: z.array(StoredStatement),
});
export type VersionContent = z.infer<typeof VersionContent>;

/**
 * The content as if the statements that were taken down since had not been chosen. An earlier score
 * is computed from what is stored of the others.
 */
export function withoutHidden(
	content: VersionContent,
	hidden: readonly HiddenWords[],
): VersionContent {
	const isHidden = (it: StoredStatement) =>
		hidden.some(({ id, quote_key }) => id === it.id || quote_key === it.quote_key) ||
		repeatsHidden({ quote: "", content: it.content }, hidden);
	const gone = content.statements.filter(isHidden);
	if (gone.length === 0) return content;
	const statements = content.statements.filter((it) => !gone.includes(it));
	const counted = gone.filter(isCounted);
	const checkable = Math.max(0, content.checkable - counted.length);
	const checked = Math.max(0, content.checked - counted.filter(hasScore).length);
	const scored = statements.filter(isCounted).filter(hasScore);
	const keeps_score =
		content.bs_score !== null &&
		(content.basis === "memory" ? scored.length > 0 : isCovered({ checkable, checked }));
	const total = scored.reduce((sum, { ai_score }) => sum + ai_score, 0);
	return {
		...content,
		statements,
		checkable,
		checked,
		bs_score: keeps_score && scored.length > 0 ? Math.round(total / scored.length) : null,
	};
}

/** The content without the pages that were hidden since. */
export function withoutPages(content: VersionContent, hidden: HiddenPages): VersionContent {
	if (hidden.size === 0) return content;
	const statements = content.statements.map((it) => ({
		...it,
		pages: it.pages.filter((page) => !isHiddenPage(page, hidden)),
	}));
	return { ...content, statements };
}

/** What `after` has that `before` has not. */
export function compareVersions(before: VersionContent, after: VersionContent): VersionChanges {
	const byTime = (a: StoredStatement, b: StoredStatement) => a.timestamp - b.timestamp;
	const earlier_ones = before.statements.toSorted(byTime);
	const pairs = pairAll(earlier_ones, after.statements.toSorted(byTime));
	const kept = new Set(pairs.map(([earlier]) => earlier));
	return {
		added: pairs.flatMap(([earlier, now]) => (earlier ? [] : [shown(now)])),
		retired: earlier_ones.filter((it) => !kept.has(it)).map(shown),
		changed: pairs.flatMap(([earlier, now]) => (earlier ? compareStatement(earlier, now) : [])),
		panel: difference(before.panel, after.panel),
		models: difference(before.models, after.models),
		sources: difference(before.sources, after.sources),
	};
}

/** The figures of a list of versions. */
export function summarize(changes: VersionChanges): NonNullable<Version["summary"]> {
	const { added, retired, changed } = changes;
	return {
		added: added.length,
		retired: retired.length,
		verdicts_moved: changed.filter(({ before, after }) => hasMoved(before, after)).length,
		pages_changed: changed.filter(
			({ pages }) => pages.added.length + pages.removed.length + pages.changed.length > 0,
		).length,
	};
}

/** A rating without sources has no verdict, so its band says what it says. */
function hasMoved(before: VersionStatement, after: VersionStatement): boolean {
	if (before.verdict !== after.verdict) return true;
	if (after.verdict !== null) return false;
	return bandOf(before) !== bandOf(after);
}

function bandOf({ ai_score }: VersionStatement) {
	return ai_score === null ? null : bandFor(ai_score);
}

/**
 * Each statement with its earlier form: the same id, or the same words at the same cue, because a
 * verdict in another band gives a statement a new id.
 */
function pairAll(
	before: readonly StoredStatement[],
	after: readonly StoredStatement[],
): [StoredStatement | null, StoredStatement][] {
	const by_id = new Map(before.map((it) => [it.id, it]));
	const ids = new Set(after.map(({ id }) => id));
	const open = after.filter(({ id }) => !by_id.has(id));
	const paired = pairStatements(
		before.filter(({ id }) => !ids.has(id)),
		open,
	);
	const renamed = new Map(open.map((it, at) => [it.id, paired[at] ?? null]));
	return after.map((it) => [by_id.get(it.id) ?? renamed.get(it.id) ?? null, it]);
}

/** Empty if nothing that a reader sees is different. */
function compareStatement(before: StoredStatement, after: StoredStatement): ChangedStatement[] {
	const pages = comparePages(before.pages, after.pages);
	const same =
		before.content === after.content &&
		before.ai_score === after.ai_score &&
		before.verdict === after.verdict &&
		before.basis === after.basis &&
		before.on_request === after.on_request &&
		Object.values(pages).every((some) => some.length === 0);
	return same ? [] : [{ before: shown(before), after: shown(after), pages }];
}

/** A page is cited once for each of its quotes, but it is one page. */
function comparePages(
	before: readonly StoredPage[],
	after: readonly StoredPage[],
): ChangedStatement["pages"] {
	const earlier = new Map(before.map((page) => [page.url, page]));
	const now = new Map(after.map((page) => [page.url, page]));
	const shownPages = (pages: Map<string, StoredPage>, test: PageTest) =>
		[...pages.values()].filter(test).map(shownPage);
	return {
		added: shownPages(now, ({ url }) => !earlier.has(url)),
		removed: shownPages(earlier, ({ url }) => !now.has(url)),
		changed: shownPages(now, ({ url, content_hash, canonical_version }) => {
			const known = earlier.get(url);
			// Hashes of two versions say nothing about the page.
			return known?.canonical_version === canonical_version && known.content_hash !== content_hash;
		}),
	};
}

type PageTest = (page: StoredPage) => boolean;

function shown(statement: StoredStatement): VersionStatement {
	const { quote_key: _, pages: __, ...rest } = statement;
	return rest;
}

function shownPage({ content_hash: _, canonical_version: __, ...page }: StoredPage): VersionPage {
	return page;
}

function difference<T>(before: readonly T[], after: readonly T[]) {
	return {
		added: after.filter((it) => !before.includes(it)),
		removed: before.filter((it) => !after.includes(it)),
	};
}
