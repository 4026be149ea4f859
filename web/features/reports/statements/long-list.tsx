import {
	type FocusEvent,
	type MouseEvent,
	type ReactNode,
	Suspense,
	startTransition,
	useEffect,
	useRef,
	useState,
} from "react";
import { flushSync } from "react-dom";
import { statementAnchor } from "#contract/addresses.ts";
import type { Statement } from "#contract/statement.ts";
import { whenNearOrIdle } from "#web/ui/load-ahead.ts";
import { useTakenOver } from "#web/ui/taken-over.tsx";

/** As many cards as the usual report has are taken over with the page. */
const FIRST_CARDS = 24;

/** The cards of a long report. */
export function LongList({
	statements,
	targetId,
	children,
}: {
	statements: readonly Statement[];
	/** The statement to which a link leads. */
	targetId: string | undefined;
	children: (statement: Statement) => ReactNode;
}) {
	return statements.map((statement, place) => (
		<ListedCard
			key={statement.id}
			id={statementAnchor(statement.id)}
			place={place}
			wanted={statement.id === targetId}
		>
			{children(statement)}
		</ListedCard>
	));
}

function ListedCard({ place, ...card }: LateCardProps & { place: number }) {
	// Not by its present place: another order must not close an open card.
	const [late] = useState(place >= FIRST_CARDS);
	return late ? <LateCard {...card} /> : <Suspense fallback={null}>{card.children}</Suspense>;
}

type LateCardProps = {
	/** Of the card's element. */
	id: string;
	/** Whether a link leads to this card. */
	wanted: boolean;
	children: ReactNode;
};

/**
 * A text as the only child, and no warning if it differs, make React keep what the server sent
 * into the element.
 */
const KEPT = "";

/** What a card can be pressed or focused at. */
const CONTROLS = "a[href], button";

/**
 * A card far down a long report. The app takes it over when it is near, pressed or focused, or when
 * the browser is idle, so that the page does not wait for it. Until then it shows what the server
 * sent; on a page that the app opened itself, it is empty.
 */
function LateCard({ id, wanted, children }: LateCardProps) {
	const taken_over = useTakenOver();
	// The server renders the card.
	const [on_server] = useState(
		() => !taken_over && (typeof document === "undefined" || !document.getElementById(id)),
	);
	const [live, setLive] = useState(false);
	const place = useRef<HTMLLIElement>(null);
	const held = useRef(false);

	useEffect(() => {
		const card = place.current;
		if (card === null) return;
		return whenNearOrIdle(card, () => {
			// A press that began here also ends here.
			if (!held.current) startTransition(() => setLive(true));
		});
	}, []);

	/** Draws the card at once, and returns the control that takes the place of the pressed one. */
	function controlFor(target: Element): HTMLElement | undefined {
		const control = target.closest<HTMLElement>(CONTROLS);
		const served = [...(place.current?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
		const index = control === null ? -1 : served.indexOf(control);
		flushSync(() => setLive(true));
		const drawn = document.getElementById(id)?.querySelectorAll<HTMLElement>(CONTROLS);
		return drawn?.[index];
	}

	function press(event: MouseEvent<HTMLElement>): void {
		if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
		event.preventDefault();
		controlFor(event.target as Element)?.click();
	}

	function focus({ target }: FocusEvent<HTMLElement>): void {
		// A pointer's focus is followed by a press on the same element.
		if (target !== place.current && target.matches(":focus-visible"))
			controlFor(target)?.focus({ preventScroll: true });
	}

	if (wanted && !live) setLive(true);
	if (on_server) return children;
	if (live) return <Suspense fallback={null}>{children}</Suspense>;
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: the controls that the server sent are pressed.
		<li
			ref={place}
			id={id}
			tabIndex={-1}
			data-statement=""
			className="min-h-40"
			suppressHydrationWarning
			onPointerDown={() => {
				held.current = true;
			}}
			onClick={press}
			onFocus={focus}
		>
			{KEPT}
		</li>
	);
}
