/** The keys under which swr stores answers: the API's own paths. */
export const keys = {
	session: "/api/auth/session",
	health: "/api/health",
	stats: "/api/stats",
	samples: "/api/samples",
	sampleResults: "/api/samples/results",
	recent: "/api/videos/recent",
	archive: (cursor: string | null, query: URLSearchParams) =>
		withCursor("/api/videos", cursor, Object.fromEntries(query)),
	report: (id: string) => `/api/videos/${encodeURIComponent(id)}`,
	transcript: (id: string) => `/api/videos/${encodeURIComponent(id)}/transcript`,
	reportExport: (id: string) => `/api/videos/${encodeURIComponent(id)}/export`,
	statementsExport: (id: string) => `/api/videos/${encodeURIComponent(id)}/export.csv`,
	events: (id: string) => `/api/videos/${encodeURIComponent(id)}/events`,
	myVotes: (id: string) => `/api/videos/${encodeURIComponent(id)}/my-votes`,
	speakerNames: (id: string) => `/api/videos/${encodeURIComponent(id)}/speaker-names`,
	sessions: "/api/me/sessions",
	apiKeys: "/api/keys",
	notifications: "/api/notifications",
	search: (query: string) => `/api/search?q=${encodeURIComponent(query)}`,
	me: "/api/me",
	claims: (cursor: string | null) => withCursor("/api/claims", cursor),
};

/** The path of a list from a place on; null is its start. */
export function withCursor(
	path: string,
	cursor: string | null,
	values: Record<string, string> = {},
): string {
	const query = new URLSearchParams(values);
	if (cursor !== null) query.set("cursor", cursor);
	return query.size === 0 ? path : `${path}?${query}`;
}

const PERSONAL =
	/\/api\/(me\b|claims\b|admin\/|keys\b|notifications\b|videos\/[\w-]+\/(?:my-votes|speaker-names))/;

/** Whether the answer under this key is personal to the signed-in member. */
export function isPersonalKey(key: unknown): boolean {
	return typeof key === "string" && PERSONAL.test(key);
}
