/** What swr stores answers under: the paths of the API themselves. */
export const keys = {
	session: "/api/auth/session",
	health: "/api/health",
	stats: "/api/stats",
	samples: "/api/samples",
	recent: "/api/videos/recent",
	archive: (cursor: string | null) =>
		cursor === null
			? "/api/videos"
			: `/api/videos?cursor=${encodeURIComponent(cursor)}`,
	report: (id: string) => `/api/videos/${encodeURIComponent(id)}`,
	transcript: (id: string) =>
		`/api/videos/${encodeURIComponent(id)}/transcript`,
	events: (id: string) => `/api/videos/${encodeURIComponent(id)}/events`,
	search: (query: string) => `/api/search?q=${encodeURIComponent(query)}`,
};
