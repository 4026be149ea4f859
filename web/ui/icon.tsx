import type { ReactNode } from "react";

const SHAPES = {
	search: <path d="M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10Zm3.6-1.4L14 14" />,
	close: <path d="m3.5 3.5 9 9m0-9-9 9" />,
	menu: <path d="M2 4.5h12M2 8h12M2 11.5h12" />,
	external: <path d="M6.5 3H3v10h10V9.5M9 2.5h4.5V7M13 3 7.5 8.5" />,
	lock: <path d="M4 7.5h8v6H4zM5.5 7.5v-2a2.5 2.5 0 0 1 5 0v2" />,
	sun: (
		<path d="M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15M3 3l1.2 1.2M11.8 11.8 13 13M13 3l-1.2 1.2M4.2 11.8 3 13" />
	),
	moon: <path d="M13.5 9.7A5.8 5.8 0 0 1 6.3 2.5a5.8 5.8 0 1 0 7.2 7.2Z" />,
	play: <path d="M5 3.2v9.6L12.5 8Z" fill="currentColor" />,
	pause: <path d="M4.5 3.5v9M11.5 3.5v9" strokeWidth={2.6} />,
	copy: <path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3" />,
	check: <path d="m3 8.5 3.2 3.2L13 4.8" />,
	again: <path d="M13 8a5 5 0 1 1-1.5-3.55M13 2v3.2H9.8" />,
	clock: <path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.8V8l2.2 1.6" />,
	chevron: <path d="m4 6 4 4 4-4" />,
	bell: (
		<path d="M3 11.5h10c-1-1-1.4-2-1.4-3.7V6.6a3.6 3.6 0 0 0-7.2 0v1.2C4.4 9.5 4 10.5 3 11.5ZM6.6 13.6a1.5 1.5 0 0 0 2.8 0" />
	),
	share: <path d="M8 10V1.8M5 4.5l3-2.7 3 2.7M5 7H3.2v7h9.6V7H11" />,
	download: <path d="M8 2v8.2M4.8 7.3 8 10.4l3.2-3.1M2.5 13.5h11" />,
	code: <path d="m5.5 4-4 4 4 4M10.5 4l4 4-4 4" />,
	print: <path d="M4.5 6V2h7v4M4.5 11.5H2.2V6h11.6v5.5h-2.3M4.5 9.5h7V14h-7Z" />,
	warning: <path d="M8 2 1.5 13.5h13ZM8 6.5v3.2M8 11.3v.4" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof SHAPES;

/** A decorative line icon without an accessible name; the words beside it have the meaning. */
export function Icon({ name, className = "" }: { name: IconName; className?: string }) {
	return (
		<svg
			viewBox="0 0 16 16"
			aria-hidden="true"
			className={`inline-block size-[1.05em] shrink-0 fill-none stroke-current ${className}`}
			strokeWidth={1.5}
			strokeLinecap="round"
			strokeLinejoin="round"
		>
			{SHAPES[name]}
		</svg>
	);
}
