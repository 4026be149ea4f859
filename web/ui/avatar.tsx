import { useState } from "react";

/** A member's picture, or the first letters of the name where there is none. */
export function Avatar({ url, name }: { url: string | null; name: string }) {
	const [broken, setBroken] = useState<string | null>(null);
	if (url === null || url === broken) {
		return (
			<span
				aria-hidden="true"
				className="grid size-16 shrink-0 place-items-center rounded-full border border-rule bg-sunken font-serif text-xl font-semibold"
			>
				{initials(name)}
			</span>
		);
	}
	return (
		<img
			src={url}
			alt=""
			width={64}
			height={64}
			referrerPolicy="no-referrer"
			onError={() => setBroken(url)}
			className="size-16 shrink-0 rounded-full border border-rule object-cover"
		/>
	);
}

/** The first letter of the first and of the last word. */
function initials(name: string): string {
	const words = name.trim().split(/\s+/);
	const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
	return ends
		.map((word) => [...(word ?? "")][0] ?? "")
		.join("")
		.toUpperCase();
}
