import {NAME_LENGTH} from '../../../contract/limits'
import type {TemperatureUnit} from '../../../contract/wire/common'
import type {CustomerType} from '../../../contract/wire/people/profile'
import {line} from '../../../contract/wire/text'

/** The details that users give about themselves. Any of the texts may be empty. */
export interface Profile {
  name: string
  surname: string
  addressLine1: string
  addressLine2: string
  postcode: string
  city: string
  customerType: CustomerType
  temperatureUnit: TemperatureUnit
}

const DEFAULT_PROFILE: Profile = {
  name: '',
  surname: '',
  addressLine1: '',
  addressLine2: '',
  postcode: '',
  city: '',
  customerType: 'private',
  temperatureUnit: 'celsius',
}

/** The names of the texts, in the order of the form. */
export const PROFILE_TEXTS = [
  'name',
  'surname',
  'addressLine1',
  'addressLine2',
  'postcode',
  'city',
] as const satisfies readonly (keyof Profile)[]

export type ProfileText = (typeof PROFILE_TEXTS)[number]

export type ProfileProblem = 'tooLong' | 'controlCharacters'

/** Only the wrong texts, in the order of the form. */
export type ProfileProblems = {readonly [Field in ProfileText]?: ProfileProblem}

export function profileProblems(profile: Profile): ProfileProblems {
  return Object.fromEntries(
    PROFILE_TEXTS.flatMap(field => {
      const problem = problemOf(profile[field])
      return problem === null ? [] : [[field, problem]]
    }),
  )
}

const storable = line(NAME_LENGTH)

function problemOf(text: string): ProfileProblem | null {
  const [issue] = storable.safeParse(text).error?.issues ?? []
  if (issue === undefined) return null
  return issue.code === 'too_big' ? 'tooLong' : 'controlCharacters'
}

/** The form shows the input; without that the server's profile, and without that the default. */
export const shownProfile = ({draft, stored}: {draft: Profile | null; stored: Profile | null}): Profile =>
  draft ?? stored ?? DEFAULT_PROFILE
