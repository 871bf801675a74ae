import {counted} from '../../domain/format/counted'

/** What German sentences need of the noun of a kind of entity. */
interface Noun {
  /** 'ersten Kunden', as the object of a sentence. */
  first: string
  /** 'Kein Kunde', as the subject of a sentence. */
  no: string
  /** 'diesen Kunden', as the object of a sentence. */
  this: string
  /** 'des Kunden'. */
  genitive: string
  /** 'Kunden-ID'. */
  id: string
  plural: string
}

const NOUNS: Readonly<Record<string, Noun>> = {
  Organisation: {
    first: 'Die erste Organisation',
    no: 'Keine Organisation',
    this: 'Diese Organisation',
    genitive: 'der Organisation',
    id: 'Organisations-ID',
    plural: 'Organisationen',
  },
  Kunde: {
    first: 'Den ersten Kunden',
    no: 'Kein Kunde',
    this: 'Diesen Kunden',
    genitive: 'des Kunden',
    id: 'Kunden-ID',
    plural: 'Kunden',
  },
  Benutzer: {
    first: 'Den ersten Benutzer',
    no: 'Kein Benutzer',
    this: 'Diesen Benutzer',
    genitive: 'des Benutzers',
    id: 'Benutzer-ID',
    plural: 'Benutzer',
  },
  Gerät: {
    first: 'Das erste Gerät',
    no: 'Kein Gerät',
    this: 'Dieses Gerät',
    genitive: 'des Geräts',
    id: 'Geräte-ID',
    plural: 'Geräte',
  },
  Asset: {
    first: 'Das erste Asset',
    no: 'Kein Asset',
    this: 'Dieses Asset',
    genitive: 'des Assets',
    id: 'Asset-ID',
    plural: 'Assets',
  },
}

export const nounOf = (noun: string): Noun =>
  NOUNS[noun] ?? {first: noun, no: noun, this: noun, genitive: noun, id: `${noun}-ID`, plural: noun}

/** The noun of so many: '1 Kunde', '2 Kunden'. */
export const many = (count: number, noun: string): string =>
  `${counted(count)} ${count === 1 ? noun : nounOf(noun).plural}`

/** German nouns begin with a capital letter in the middle of a sentence, too. */
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
