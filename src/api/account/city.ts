import * as z from 'zod/mini'
import {ApiError} from '../errors'
import type {CallOptions, Http} from '../http'

/** Loads the city of the user's own profile. It is null without a profile, or when the profile names none. */
export async function loadCity(http: Http, options: Pick<CallOptions, 'signal'> = {}): Promise<string | null> {
  try {
    const {city} = await http.get('/api/v0/users/profile/', inhabitant, options)
    return city?.trim() || null
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

const inhabitant = z.object({city: z.optional(z.nullable(z.string()))})
