/** An EventSource controlled by the test. */
export class FakeEventSource extends EventTarget {
	static opened: FakeEventSource[] = [];
	readonly CONNECTING = 0;
	readonly OPEN = 1;
	readonly CLOSED = 2;
	readyState = 0;
	readonly url: string;

	constructor(url: string) {
		super();
		this.url = url;
		FakeEventSource.opened.push(this);
	}

	close(): void {
		this.readyState = this.CLOSED;
	}

	accept(): void {
		this.readyState = this.OPEN;
		this.dispatchEvent(new Event("open"));
	}

	/** The server refused, so the browser gives up. */
	refuse(): void {
		this.readyState = this.CLOSED;
		this.dispatchEvent(new Event("error"));
	}

	/** The connection broke, so the browser reconnects by itself. */
	interrupt(): void {
		this.readyState = this.CONNECTING;
		this.dispatchEvent(new Event("error"));
	}

	send(name: string, id: string, data: unknown): void {
		const text = typeof data === "string" ? data : JSON.stringify(data);
		this.dispatchEvent(new MessageEvent(name, { data: text, lastEventId: id }));
	}

	/** The latest one opened to this address. */
	static to(url: string): FakeEventSource {
		const source = FakeEventSource.opened.findLast((one) => one.url === url);
		if (source === undefined) throw new Error(`no EventSource to ${url}`);
		return source;
	}

	static latest(): FakeEventSource {
		const source = FakeEventSource.opened.at(-1);
		if (source === undefined) throw new Error("no EventSource was opened");
		return source;
	}
}
