/** Of an open event stream: nothing on its way may keep it, or keep it back. */
export const STREAM_HEADERS = {
	"content-type": "text/event-stream; charset=utf-8",
	"cache-control": "no-store, no-transform",
	"x-accel-buffering": "no",
};
