import type {Multipart, MultipartFile} from '@fastify/multipart'
import type {FastifyRequest} from 'fastify'
import {type UploadFields, uploadFields} from '../../contract/wire/entities/digitalAsset'
import type {Hashing} from '../files/hashing'
import type {Incoming} from '../files/incoming'
import {writeFile} from '../files/writing'
import {badRequest, HttpError} from '../http/failures/errors'
import type {Arrived} from './admission'
import {createGate, measure} from './measure'
import {nameFrom, readFields} from './rules'

export interface FormOptions {
  incoming: Incoming
  hashing: Hashing
  /** The limit in bytes. */
  fileLimit: number
}

/** Reads a form with one file, whose bytes go to `path`. */
export async function readForm(
  request: FastifyRequest,
  path: string,
  options: FormOptions,
): Promise<{arrived: Arrived; fields: UploadFields}> {
  if (!request.isMultipart()) throw new HttpError(415, 'The body must be multipart/form-data.')
  const values = new Map<string, unknown>()
  let arrived: Arrived | undefined
  for await (const part of partsOf(request)) {
    if (part.type === 'file') arrived = await receive(part, path, options)
    else values.set(part.fieldname, part.value)
  }
  if (arrived === undefined) throw badRequest('A file must be chosen.')
  return {arrived, fields: readFields(uploadFields, Object.fromEntries(values))}
}

async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts()
  } catch (error) {
    throw refusalOf(error)
  }
}

async function receive(
  part: MultipartFile,
  path: string,
  {incoming, hashing, fileLimit}: FormOptions,
): Promise<Arrived> {
  const followed = hashing.follow(path)
  try {
    const checks = [createGate(fileLimit), incoming.whileThereIsRoom()]
    await writeFile(path, {flags: 'wx', followed}, part.file, ...checks).catch(error => {
      throw refusalOf(error)
    })
    return {...(await measure(path, followed)), path, originalName: nameFrom(part.filename)}
  } finally {
    followed.release()
  }
}

/** The parser's error for a form that ends too early or is none; other errors have a code or a status. */
const refusalOf = (error: unknown): unknown =>
  error instanceof Error && !('code' in error) && !('statusCode' in error)
    ? badRequest('The form is not whole.')
    : error
