import {createWriteStream} from 'node:fs'
import {rm} from 'node:fs/promises'
import {pipeline} from 'node:stream/promises'
import type {MultipartFile} from '@fastify/multipart'
import type {FastifyRequest} from 'fastify'
import {type UploadFields, uploadFields} from '../../contract/wire/digitalAsset'
import {diskFull, type Incoming} from '../files/incoming'
import {badRequest, HttpError} from '../http/errors'
import type {Arrived} from './admission'
import {createMeter} from './measure'
import {nameFrom, tooLarge} from './rules'

export interface FormOptions {
  incoming: Incoming
  /** In bytes. */
  fileLimit: number
}

/** What surrounds the file in a form. */
const FORM_BYTES = 64 * 1024

/** Reads a form with one file into the folder of incoming files. A form that is refused leaves nothing there. */
export async function readForm(
  request: FastifyRequest,
  {incoming, fileLimit}: FormOptions,
): Promise<{arrived: Arrived; fields: UploadFields}> {
  if (!request.isMultipart()) throw new HttpError(415, 'The body must be multipart/form-data.')
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > fileLimit + FORM_BYTES) throw tooLarge(fileLimit)
  const path = await incoming.open(announced)
  try {
    const values = new Map<string, unknown>()
    let arrived: Arrived | undefined
    for await (const part of request.parts()) {
      if (part.type === 'file') arrived = await receive(part, path, fileLimit)
      else values.set(part.fieldname, part.value)
    }
    await request.checkAgain()
    if (arrived === undefined) throw badRequest('A file must be chosen.')
    return {arrived, fields: readFields(Object.fromEntries(values))}
  } catch (error) {
    await rm(path, {force: true})
    throw isDiskFull(error) ? diskFull() : error
  }
}

async function receive({file, filename}: MultipartFile, path: string, limit: number): Promise<Arrived> {
  const meter = createMeter(limit, () => tooLarge(limit))
  await pipeline(file, meter.stream, createWriteStream(path, {flags: 'wx', mode: 0o600}))
  return {...meter.measured(), path, originalName: nameFrom(filename)}
}

function readFields(values: Readonly<Record<string, unknown>>): UploadFields {
  const {data, error} = uploadFields.safeParse(values)
  if (data !== undefined) return data
  const [issue] = error.issues
  throw badRequest(`${issue?.path.join('.')}: ${issue?.message ?? 'is not valid'}`)
}

const isDiskFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOSPC'
