import {texts} from './texts'

/** Writes a count with its thousands grouped, for texts that are read without the formats of the page. */
export const counted = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, texts.thousands)
