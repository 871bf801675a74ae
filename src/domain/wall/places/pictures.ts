import type {EpochMs} from '../../../../contract/wire/common'

/** A picture that the walls of an organisation may show. */
export interface Picture {
  id: string
  name: string
  width: number
  height: number
  /** In bytes. */
  size: number
  uploadedAt: EpochMs
}

/** Returns the pictures with another one, or with a changed one, by their names. */
export const withPicture = (pictures: readonly Picture[], picture: Picture): readonly Picture[] =>
  [...pictures.filter(({id}) => id !== picture.id), picture].sort((one, other) => one.name.localeCompare(other.name))
