import { useState } from "react";
import { clockTime } from "#contract/format.ts";
import { Icon } from "./icon.tsx";

/** The video's thumbnail at 16:9; a plain background if there is none. */
export function Thumbnail({
	src,
	duration = null,
	eager = false,
	className = "",
}: {
	src: string;
	/** Seconds. */
	duration?: number | null;
	eager?: boolean;
	className?: string;
}) {
	const [broken, setBroken] = useState<string | null>(null);
	const missing = src === "" || broken === src;
	return (
		<span
			className={`relative block aspect-video overflow-hidden border border-line bg-sunken ${className}`}
		>
			{missing ? (
				<span className="absolute inset-0 grid place-items-center text-xl text-rule">
					<Icon name="play" />
				</span>
			) : (
				<img
					// The picture of a served page may have failed before the app runs.
					ref={(img) => {
						if (img?.complete && img.naturalWidth === 0) setBroken(src);
					}}
					src={src}
					alt=""
					width={480}
					height={270}
					loading={eager ? "eager" : "lazy"}
					decoding="async"
					onError={() => setBroken(src)}
					className="size-full object-cover"
				/>
			)}
			{duration !== null && (
				<span className="absolute right-1.5 bottom-1.5 rounded-sm bg-ink px-1.5 text-xs leading-5 font-semibold text-ground">
					<span className="sr-only">Duration </span>
					{clockTime(duration)}
				</span>
			)}
		</span>
	);
}
