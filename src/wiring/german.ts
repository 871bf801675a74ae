import type {Translation} from '../domain/language'

/** The texts of every area in German, loaded by those who want German. */
export const german: Translation = {}
