import {ApiError} from '../../src/api/errors'

/** Errors of failed calls. */
export const refused = (status: number, serverMessage: string | null = null) =>
  new ApiError({kind: 'refused', status, serverMessage}, `answered ${status}`)
export const unreachable = new ApiError({kind: 'unreachable', status: null, serverMessage: null}, 'not answered')
