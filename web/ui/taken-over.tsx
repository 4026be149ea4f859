import {
	createContext,
	type ReactNode,
	startTransition,
	useContext,
	useEffect,
	useState,
} from "react";

const TakenOverContext = createContext(true);

/**
 * False on the server and during hydration, then true. Content that depends on the browser
 * (clock, language, storage) is rendered only when true, because the first render must be
 * identical on both sides.
 */
export function useTakenOver(): boolean {
	return useContext(TakenOverContext);
}

/**
 * Provides `useTakenOver`. A transition makes it true: React renders it in slices and hydrates
 * what is left first. An update outside of a transition would do both in one long task.
 */
export function TakenOverProvider({
	served,
	children,
}: {
	/** Whether the server rendered the page. */
	served: boolean;
	children: ReactNode;
}) {
	const [taken_over, setTakenOver] = useState(!served);
	useEffect(() => startTransition(() => setTakenOver(true)), []);
	return <TakenOverContext value={taken_over}>{children}</TakenOverContext>;
}
