import { PLAYER_ORIGIN } from "#contract/addresses.ts";
import {
	command,
	embedAddress,
	type PlayerMessage,
	readPlayerMessage,
	SUBSCRIBE_COMMANDS,
} from "./player-messages.ts";

/** A player that sends nothing for this long is blocked or unreachable. */
export const PLAYER_ANSWER_MS = 6_000;
/** The interval at which a new player is asked for its events until it responds. */
const POLL_MS = 400;

export type PlayerState = {
	/** Nothing of YouTube is loaded while idle. */
	phase: "idle" | "loading" | "ready" | "no_answer" | "blocked";
	/** Seconds into the video; null until a position was chosen. */
	time: number | null;
	playing: boolean;
	/** The second at which the loaded player starts. */
	start: number;
	/** Increases with each player that is inserted into the page. */
	attempt: number;
	/** Embedding is refused, but the video plays on YouTube. */
	only_on_youtube: boolean;
};

/**
 * The state and commands of the video's player. It does not depend on the page except for the
 * player's frame.
 */
export class VideoPlayer {
	private state: PlayerState;
	private readonly listeners = new Set<() => void>();
	private frame: HTMLIFrameElement | null = null;
	readonly video_id: string;
	readonly playable: boolean;
	/** The state in the server's markup, which knows no position from the address's query. */
	readonly served: PlayerState;

	/**
	 * @param playable false for videos that exist only on this site
	 * @param start the position in seconds to start from, or null
	 * @param otherwise where it starts if no position was chosen
	 */
	constructor(video_id: string, playable: boolean, start: number | null, otherwise = 0) {
		this.video_id = video_id;
		this.playable = playable;
		this.served = {
			phase: "idle",
			time: null,
			playing: false,
			start: otherwise,
			attempt: 0,
			only_on_youtube: false,
		};
		this.state = { ...this.served, time: start, start: start ?? otherwise };
	}

	readonly read = (): PlayerState => this.state;

	readonly subscribe = (listener: () => void): (() => void) => {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	};

	address(page_origin: string): string {
		return embedAddress(this.video_id, this.state.start, page_origin);
	}

	/** Plays from the given second. Loads the player if none responds. */
	playAt(seconds: number): void {
		const { phase, attempt } = this.state;
		if (phase === "ready") {
			this.send(command("seekTo", [seconds, true]));
			this.send(command("playVideo"));
			this.set({ time: seconds });
		} else if (phase === "loading") {
			this.set({ time: seconds });
		} else {
			this.set({
				phase: "loading",
				time: seconds,
				start: Math.floor(seconds),
				attempt: attempt + 1,
			});
		}
	}

	/** Pauses or resumes. */
	toggle(): void {
		if (this.state.phase !== "ready") this.playAt(this.state.time ?? 0);
		else this.send(command(this.state.playing ? "pauseVideo" : "playVideo"));
	}

	/** Sets the position without loading anything. */
	prepare(seconds: number): void {
		if (this.state.phase === "idle") this.set({ time: seconds });
	}

	/** Connects a frame; the returned function disconnects it. */
	attach(frame: HTMLIFrameElement): () => void {
		this.frame = frame;
		let polling: ReturnType<typeof setInterval> | undefined;
		const requestEvents = () => {
			for (const command of SUBSCRIBE_COMMANDS) this.send(command);
		};
		// Before the frame has loaded, a message would go to an empty page.
		const loaded = () => {
			clearInterval(polling);
			polling = setInterval(requestEvents, POLL_MS);
			requestEvents();
		};
		const receive = (event: MessageEvent) => {
			if (event.origin !== PLAYER_ORIGIN) return;
			if (event.source !== frame.contentWindow) return;
			const message = readPlayerMessage(event.data);
			if (message === null) return;
			clearInterval(polling);
			clearTimeout(answer_timeout);
			this.connectFrame(message);
		};
		const answer_timeout = setTimeout(() => {
			clearInterval(polling);
			this.set({ phase: "no_answer" });
		}, PLAYER_ANSWER_MS);
		frame.addEventListener("load", loaded);
		window.addEventListener("message", receive);
		return () => {
			clearInterval(polling);
			clearTimeout(answer_timeout);
			frame.removeEventListener("load", loaded);
			window.removeEventListener("message", receive);
			this.frame = null;
		};
	}

	private connectFrame(message: PlayerMessage): void {
		if (message.kind === "error") {
			const { only_on_youtube } = message;
			this.set({ phase: "blocked", playing: false, only_on_youtube });
			return;
		}
		const { phase, time, start } = this.state;
		const playing = message.playing ?? this.state.playing;
		if (phase === "blocked") return;
		if (phase === "ready") {
			this.set({ playing, time: message.time ?? time });
			return;
		}
		this.set({ phase: "ready", playing });
		// Another position was chosen during loading.
		if (time !== null && Math.floor(time) !== start) this.playAt(time);
	}

	private send(command: string): void {
		this.frame?.contentWindow?.postMessage(command, PLAYER_ORIGIN);
	}

	private set(change: Partial<PlayerState>): void {
		this.state = { ...this.state, ...change };
		for (const listener of this.listeners) listener();
	}
}
