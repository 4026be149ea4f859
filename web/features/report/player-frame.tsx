import { useLayoutEffect, useRef } from "react";
import { usePlayer } from "./player-context.ts";

/** The platform's own player, at the address it was asked for. */
export function PlayerFrame({ title }: { title: string }) {
	const player = usePlayer();
	const frame = useRef<HTMLIFrameElement>(null);
	// A frame is loaded once; later moments are told to the player in it.
	const address = useRef(player.address(window.location.origin));
	useLayoutEffect(() => {
		if (frame.current !== null) return player.attach(frame.current);
	}, [player]);
	return (
		<iframe
			ref={frame}
			src={address.current}
			title={`Video player: ${title || "untitled video"}`}
			allow="autoplay; encrypted-media; picture-in-picture"
			allowFullScreen
			referrerPolicy="strict-origin-when-cross-origin"
			className="aspect-video min-h-50 w-full border border-line bg-sunken"
		/>
	);
}
