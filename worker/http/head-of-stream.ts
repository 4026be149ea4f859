/** For who asks only for a stream's headers: no stream is opened that nobody would read. */
export function headOfStream(): Response {
	return new Response(null, {
		headers: {
			"content-type": "text/event-stream; charset=utf-8",
			"cache-control": "no-store, no-transform",
		},
	});
}
