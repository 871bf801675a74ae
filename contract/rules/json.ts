import type {Json} from '../wire/common'

export const isMissing = (value: Json | undefined): value is null | undefined => value === undefined || value === null

export const isRecord = (json: Json | undefined): json is Record<string, Json> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
