import { createContext, type ReactNode, useContext } from "react";

/** The language of the shown video (BCP 47); undefined if it is not known. */
export const SpokenLanguage = createContext<string | undefined>(undefined);

/**
 * A text that is not the interface's: a title, a name, a quote, what members, models and pages
 * write. It is laid out in its own direction and tells its language, where that is known.
 */
export function ForeignText({
	as: Element = "span",
	spoken = false,
	...rest
}: {
	as?: "span" | "p" | "q" | "blockquote" | "li" | "mark" | "strong" | "h3";
	/** Whether it is in the video's language: what was said, and what models write about it. */
	spoken?: boolean;
	id?: string;
	"data-said"?: string;
	className?: string;
	children: ReactNode;
}) {
	const language = useContext(SpokenLanguage);
	return <Element dir="auto" lang={spoken ? language : undefined} {...rest} />;
}
