import { foldText } from "#text/fold.ts";

/** Maps each folded name to its value. */
function byName<T>(entries: [T, string][]): ReadonlyMap<string, T> {
	return new Map(
		entries.flatMap(([value, names]) =>
			names
				.trim()
				.split(/\s+/)
				.map((name): [string, T] => [foldText(name), value]),
		),
	);
}

function numbered(names: Record<number, string>): ReadonlyMap<string, number> {
	return byName(Object.entries(names).map(([value, list]) => [Number(value), list]));
}

function named(names: string): ReadonlySet<string> {
	return new Set(names.split(" ").map(foldText));
}

/**
 * Starts at two, because "one" is also an article in many languages. German compounds such as
 * "fünfundzwanzig" are in german-numbers.ts.
 */
export const VALUES = numbered({
	0: "zero cero zéro",
	2: "two zwei deux dos два две",
	3: "three drei trois tres três tre три",
	4: "four vier quatre cuatro quatro quattro четыре",
	5: "five fünf cinq cinco cinque пять",
	6: "six sechs seis шесть",
	7: "seven sieben sept siete sete sette семь",
	8: "eight acht huit ocho oito otto восемь",
	9: "nine neun neuf nueve nove девять",
	10: "ten zehn dix diez dez dieci десять",
	11: "eleven elf onze undici",
	12: "twelve zwölf douze doce doze dodici",
	13: "thirteen dreizehn treize trece treze tredici",
	14: "fourteen vierzehn quatorze catorce quattordici",
	15: "fifteen fünfzehn quinze quince quindici",
	16: "sixteen sechzehn seize dieciséis sedici",
	17: "seventeen siebzehn diecisiete",
	18: "eighteen achtzehn dieciocho",
	19: "nineteen neunzehn diecinueve",
	20: "twenty zwanzig vingt vingts veinte vinte venti двадцать",
	21: "veintiuno veintiún veintiuna",
	22: "veintidós",
	23: "veintitrés",
	24: "veinticuatro",
	25: "veinticinco",
	26: "veintiséis",
	27: "veintisiete",
	28: "veintiocho",
	29: "veintinueve",
	30: "thirty dreißig trente treinta trinta trenta тридцать",
	40: "forty vierzig quarante cuarenta quarenta quaranta сорок",
	50: "fifty fünfzig cinquante cincuenta cinquenta cinquanta пятьдесят",
	60: "sixty sechzig soixante sesenta sessenta sessanta шестьдесят",
	70: "seventy siebzig setenta settanta семьдесят",
	80: "eighty achtzig ochenta oitenta ottanta восемьдесят",
	90: "ninety neunzig noventa novanta девяносто",
	200: "doscientos doscientas duzentos duzentas двести",
	300: "trescientos trescientas trezentos trezentas триста",
	400: "cuatrocientos cuatrocientas quatrocentos quatrocentas четыреста",
	500: "quinientos quinientas quinhentos quinhentas пятьсот",
	600: "seiscientos seiscientas seiscentos seiscentas шестьсот",
	700: "setecientos setecientas setecentos setecentas семьсот",
	800: "ochocientos ochocientas oitocentos oitocentas восемьсот",
	900: "novecientos novecientas novecentos novecentas девятьсот",
});
export const MULTIPLIERS = numbered({
	12: "dozen dutzend douzaine docena dúzia dozzina",
	1e2: "hundred hundert cien ciento сто",
	1e3: "thousand tausend mille mil mila тысяча тысячи тысяч",
	1e6: "million millions million millionen millón millones milhão milhões milione milioni миллион миллиона миллионов",
	1e9: "billion billions milliarde milliarden milliard milliards miliardo miliardi bilhão bilhões миллиард миллиарда миллиардов",
	1e12: "trillion trillions billionen billón billones trilhão trilhões триллион триллиона триллионов",
});
/** Multipliers that are numbers by themselves: "mil personas". */
export const LONE = named("hundert tausend cien ciento cent mil mille сто тысяча");
/** Words for one. They are reliable numbers only before a multiplier: "a hundred". */
export const ONES = numbered({
	1: "one a an ein eins eine einer einem einen un une uno una um uma один одна",
});
/** Spoken separators between a whole number and its decimals. */
export const POINTS = named("point komma virgule coma vírgula virgola");
export const MINUSES = named("minus moins menos meno минус");
export const PERS = named("per a an pro par por à al je");
export const RANGES = named("to bis auf à a or and und et y e o");
/** Words between the parts of a ratio: "one in five", "uno de cada cinco". */
export const RATIOS = named("in of out von aus sur de cada su em");
/** Words before the last part of a number: "treinta y cinco", "vingt et un". */
export const ANDS = named("and et y e");
export const HALVES = named(
	"half halb halbe halben halbes halber demi demie medio media meio meia mezzo mezza",
);

/** The second half of a number's rank or of a fraction: "fourth", "dix-neuvième", "two thirds". */
export const ORDINALS = numbered({
	1: "first premier première primer primero primera primeiro primeira",
	2: "second seconde deuxième segundo segunda half halves halb halbe halben hälfte moitié mitad metade",
	3: "third thirds troisième tiers tercer tercero tercera tercio tercios terceiro",
	4: "fourth fourths quarter quarters quatrième quart quarts cuarto cuarta cuartos quarto",
	5: "fifth fifths cinquième cinquièmes quinto quinta quintos",
	6: "sixth sixths sixième sixièmes sexto sexta",
	7: "seventh sevenths septième septièmes séptimo séptima",
	8: "eighth eighths huitième huitièmes octavo octava",
	9: "ninth ninths neuvième neuvièmes noveno novena",
	10: "tenth tenths dixième dixièmes décimo décima",
	11: "eleventh onzième undécimo",
	12: "twelfth douzième duodécimo",
	13: "thirteenth treizième",
	14: "fourteenth quatorzième",
	15: "fifteenth quinzième",
	16: "sixteenth seizième",
	17: "seventeenth",
	18: "eighteenth",
	19: "nineteenth",
	20: "twentieth vingtième vigésimo",
	30: "thirtieth trentième",
	40: "fortieth quarantième",
	50: "fiftieth cinquantième",
	60: "sixtieth soixantième",
	70: "seventieth",
	80: "eightieth",
	90: "ninetieth",
	100: "hundredth centième",
	1000: "thousandth millième",
});
/** After the digits of a rank: "19th", "19e", "2º", "1er", "2do". */
export const ORDINAL_SUFFIXES = named("st nd rd th e er re ère ème ième nde o a do da ro ra");
export const DECADES = numbered({
	20: "twenties zwanziger",
	30: "thirties dreißiger",
	40: "forties vierziger",
	50: "fifties fünfziger",
	60: "sixties sechziger",
	70: "seventies siebziger",
	80: "eighties achtziger",
	90: "nineties neunziger",
});
/** Before the number of a decade: "les années 80", "la década de 1980". */
export const DECADE_WORDS = named("années años anos anni década");
/** Words before an amount that make it a limit, at most two. */
const BOUND_NAMES: Record<string, string> = {
	">": `more than|over|above|exceeding|at least|mehr als|über|mindestens|wenigstens|plus de|au moins|más de|al menos|pelo menos`,
	"<": `less than|fewer than|under|below|up to|at most|weniger als|unter|höchstens|maximal|bis zu|moins de|au plus|menos de|hasta|até`,
};
/** Before or after a unit of length: the exponent of its area or volume. */
export const POWERS = numbered({
	2: "square sq quadrat carré carrés cuadrado cuadrados quadrado quadrados quadrati",
	3: "cubic kubik cube cubes cúbico cúbicos cubi",
});

/** One unit per line: its canonical name, then its spellings. */
const UNIT_NAMES = `% percent prozent pourcent porcentaje процент процента процентов
	$ dollar dollars dólar dólares usd доллар доллара долларов
	€ euro euros eur евро
	£ gbp sterling
	pound pounds pfund libra libras livre livres
	¥ yen
	CN¥ yuan yuans renminbi rmb
	₹ rupee rupees inr
	mm millimetre millimetres millimeter millimeters millimètre millimètres milímetro milímetros
	cm centimetre centimetres centimeter centimeters zentimeter centimètre centimètres centímetro centímetros
	m metre metres meter meters mètre mètres metro metros метр метра метров
	km kilometre kilometres kilometer kilometers kilomètre kilomètres kilómetro kilómetros quilômetro quilômetros chilometro chilometri километр километра километров
	inch inches
	ft foot feet
	yd yard yards
	mi mile miles meile meilen milla millas
	g gram grams gramm gramme grammes gramo gramos grama gramas
	mg milligram milligrams milligramm
	kg kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos
	t tonne tonnes ton tons tonnen tonelada toneladas
	lb lbs
	oz ounce ounces
	ha hectare hectares hektar hectárea hectáreas
	acre acres
	gal gallon gallons
	l litre litres liter liters litro litros
	ml millilitre millilitres milliliter milliliters
	s sec secs second seconds sekunde sekunden seconde secondes segundo segundos
	min mins minute minutes minuten minuto minutos minuti
	h hr hrs hour hours stunde stunden heure heures hora horas
	d day days tag tage tagen jour jours día días dia dias
	wk week weeks woche wochen semaine semaines semana semanas
	mo month months monat monate monaten mois mes meses
	yr yrs year years jahr jahre jahren ans année années año años ano anos
	decades decade jahrzehnt jahrzehnte jahrzehnten décennie décennies décadas
	centuries century jahrhundert jahrhunderte jahrhunderten siècle siècles siglo siglos
	millennia millennium jahrtausend jahrtausende jahrtausenden
	uhr
	pp prozentpunkt prozentpunkte prozentpunkten
	K kelvin
	Hz hertz
	kHz kilohertz
	MHz megahertz
	GHz gigahertz
	V volt volts
	W watt watts
	kW kilowatt kilowatts
	MW megawatt megawatts
	GW gigawatt gigawatts
	kWh kilowatthour kilowatthours
	kB kilobyte kilobytes
	MB megabyte megabytes
	GB gigabyte gigabytes
	TB terabyte terabytes
	mi/h mph
	km/h kph kmh stundenkilometer stundenkilometern`;

export const BOUNDS: ReadonlyMap<string, string> = new Map(
	Object.entries(BOUND_NAMES).flatMap(([bound, names]) =>
		names
			.split("|")
			.map((name): [string, string] => [name.split(" ").map(foldText).join(" "), bound]),
	),
);
export const UNITS = byName(
	UNIT_NAMES.split("\n").map((line): [string, string] => {
		const [unit = ""] = line.trim().split(/\s+/);
		return [unit, line];
	}),
);

/** The canonical unit that a word names; null for other words. */
export function findUnit(word: string): string | null {
	return UNITS.get(foldText(word)) ?? null;
}
