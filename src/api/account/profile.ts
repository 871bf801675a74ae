import * as z from 'zod/mini'
import {type ProfileBody, profile} from '../../../contract/wire/people/profile'
import type {Profile} from '../../domain/account/profile'
import {anyAnswer, asAnyServerSends} from '../anyServer'
import {ApiError} from '../errors'
import type {CallOptions, Http, Options} from '../http'

const PATH = '/api/v0/users/profile'

/** Loads the user's own profile, which is null when there is none yet. */
export async function loadProfile(
  http: Pick<Http, 'get'>,
  options: Pick<CallOptions, 'signal' | 'giveUpAfter'> = {},
): Promise<Profile | null> {
  try {
    return profileFromWire(await http.get(PATH, anyProfile, options))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** Fails with 409 when a profile exists already. */
export async function createProfile(http: Http, values: Profile, options: Options = {}) {
  await http.post(PATH, anyAnswer, {body: bodyFrom(values), ...options})
}

/** Fails with 404 when no profile exists. */
export async function updateProfile(http: Http, values: Profile, options: Options = {}) {
  await http.put(PATH, anyAnswer, {body: bodyFrom(values), ...options})
}

const anyProfile = asAnyServerSends(profile)

function profileFromWire({customer_type, temperature_unit, ...texts}: z.infer<typeof anyProfile>): Profile {
  return {
    name: texts.name ?? '',
    surname: texts.surname ?? '',
    addressLine1: texts.addressLine1 ?? '',
    addressLine2: texts.addressLine2 ?? '',
    postcode: texts.postcode ?? '',
    city: texts.city ?? '',
    customerType: customer_type ?? 'private',
    temperatureUnit: temperature_unit ?? 'celsius',
  }
}

/** Every saved profile is marked as complete, because the form asks for all that the server wants. */
function bodyFrom({customerType, temperatureUnit, ...texts}: Profile): ProfileBody {
  return {...texts, customer_type: customerType, temperature_unit: temperatureUnit, isCompleted: true}
}

/** Loads the city of the user's own profile. It is null without a profile, or when the profile names none. */
export async function loadCity(http: Http, options: Options = {}): Promise<string | null> {
  try {
    const {city} = await http.get('/api/v0/users/profile/', inhabitant, options)
    return city?.trim() || null
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

const inhabitant = z.object({city: z.optional(z.nullable(z.string()))})
