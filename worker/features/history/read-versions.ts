import * as z from "zod";
import { countFinding } from "#contract/finding.ts";
import type { VideoId } from "#contract/ids.ts";
import { isCounted } from "#contract/score-standing.ts";
import type { Version, VersionComparison, VersionList } from "#contract/versions.ts";
import { readSurely } from "#db/client.ts";
import { missingVideo } from "#features/takedowns/refusal.ts";
import { badCursor } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import type { Context } from "#worker/context.ts";
import { compareVersions, summarize } from "./compare-versions.ts";
import { readVersionBefore, readVersions, type StoredVersion } from "./queries.ts";

/** Each version is some 20 KB, and all of a page are compared. */
const VERSIONS_A_PAGE = 20;

/** A version's number, in an address or as a cursor. */
export const VersionNumber = z.coerce.number().int().min(1);

/** What changed in version `to` since `from`, or since the version before if that is null. */
export async function readComparison(
	context: Context,
	video_id: VideoId,
	{ from, to }: { from: number | null; to: number },
): Promise<VersionComparison> {
	const [after, before] = await Promise.all([
		readVersion(context, video_id, to),
		from === null ? null : readVersion(context, video_id, from),
	]);
	if (after === null || (from !== null && before === null)) throw problem("version_not_found");
	const { db, view } = context;
	const earlier = await readVersionBefore(db.near, video_id, { view, version: after.version });
	const compared = before ?? earlier;
	return {
		version: describe(after, earlier),
		from: compared && describe(compared, null),
		changes: compared && compareVersions(compared.content, after.content),
	};
}

/** One page of the versions; null if there is no result. */
export async function listVersions(
	{ db, view }: Context,
	video_id: VideoId,
	cursor: string | null,
): Promise<VersionList | null> {
	const from = cursor === null ? null : VersionNumber.safeParse(cursor);
	if (from !== null && !from.success) throw badCursor();
	// One more for the next page, which is also what the last one is compared with.
	const versions = await readSurely(
		db,
		(on) =>
			readVersions(on, video_id, { view, from: from?.data ?? null, limit: VERSIONS_A_PAGE + 1 }),
		(found) => found === null,
	);
	if (versions === null) return null;
	const next = versions[VERSIONS_A_PAGE];
	return {
		versions: versions
			.slice(0, VERSIONS_A_PAGE)
			.map((version, at) => describe(version, versions[at + 1] ?? null)),
		next_cursor: next ? String(next.version) : null,
	};
}

async function readVersion(
	context: Context,
	video_id: VideoId,
	version: number,
): Promise<StoredVersion | null> {
	const { db, view } = context;
	const isThat = (it?: StoredVersion) => it?.version === version;
	const found = await readSurely(
		db,
		(on) => readVersions(on, video_id, { view, from: version, limit: 1 }),
		(rows) => !isThat(rows?.[0]),
	);
	if (found === null) throw await missingVideo(context, video_id);
	return found.find(isThat) ?? null;
}

function describe(
	{ version, published_at, simulated, content, disputes }: StoredVersion,
	before: StoredVersion | null,
): Version {
	const { bs_score, lean, basis, scope, checkable, checked, panel, statements } = content;
	const counted = statements.filter(isCounted);
	return {
		version,
		published_at,
		simulated,
		bs_score,
		lean,
		basis,
		scope,
		coverage: { checkable, checked },
		finding: countFinding(counted),
		panel,
		claims_count: counted.length,
		disputes,
		summary: before && summarize(compareVersions(before.content, content)),
	};
}
