import type {Formats} from './formats'

/** A count as the language writes it, and a dash for one that is not known. */
export const countText = ({number}: Pick<Formats, 'number'>, count: number | null): string =>
  count === null ? '–' : number(count)
