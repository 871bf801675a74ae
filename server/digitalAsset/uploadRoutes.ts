import {rm} from 'node:fs/promises'
import type {Multipart, MultipartFile} from '@fastify/multipart'
import multipart from '@fastify/multipart'
import type {FastifyPluginAsync, FastifyRequest} from 'fastify'
import {errorBody} from '../../contract/wire/common'
import {type UploadFields, uploadDigitalAsset, uploadFields} from '../../contract/wire/entities/digitalAsset'
import {callerOf} from '../access/viewer'
import type {Hashing} from '../files/hashing'
import {diskFull, type Incoming, isDiskFull} from '../files/incoming'
import {writeFile} from '../files/writing'
import {badRequest, HttpError, refusals} from '../http/failures/errors'
import type {Patience} from '../http/failures/patience'
import {serving} from '../http/serve'
import type {Admission, Arrived} from './admission'
import {createGate, measure} from './measure'
import {nameFrom, readFields} from './rules'

export interface UploadOptions extends FormOptions {
  admission: Admission
  patience: Patience
}

/** The maximum of a form besides its file. */
const FORM_BYTES = 64 * 1024
/** The bytes buffered between the form and the disk. With less, the form is read in many small steps. */
const WAITING_BYTES = 1024 * 1024
/** The form has five further fields. */
const LIMITS = {files: 1, fields: 10, parts: 12, fieldSize: 1000, headerPairs: 20}

export const uploadRoutes: FastifyPluginAsync<UploadOptions> = async (app, {admission, patience, ...options}) => {
  await app.register(multipart, {
    limits: {...LIMITS, fileSize: Number.POSITIVE_INFINITY},
    throwFileSizeLimit: false,
    fileHwm: WAITING_BYTES,
  })

  serving(app, 'digital assets')(
    {
      ...uploadDigitalAsset,
      description:
        'A form (multipart/form-data) with a `file`, `label` (video_asset) and `type` (digital_asset). It may also have ' +
        '`id`, by which it can be sent again, `organisation_id`, `parent_id` (of a thumbnail) and `duration` (ms).',
      consumes: ['multipart/form-data'],
      refusals: {...refusals, 413: errorBody, 415: errorBody, 507: errorBody},
      options: {config: {isUpload: true}, onRequest: async request => patience.waitFor(request.raw)},
    },
    async request => {
      const announced = Number(request.headers['content-length'] ?? 0)
      let path: string | undefined
      try {
        await admission.expect(request.viewer, Math.max(0, announced - FORM_BYTES))
        path = await options.incoming.open(announced)
        const {arrived, fields} = await readForm(request, path, options)
        await request.checkAgain()
        return await admission.admit(callerOf(request), arrived, fields)
      } catch (error) {
        patience.forgetRest(request.raw)
        throw isDiskFull(error) ? diskFull() : error
      } finally {
        if (path !== undefined) await rm(path, {force: true})
      }
    },
  )
}

interface FormOptions {
  incoming: Incoming
  hashing: Hashing
  /** The limit in bytes. */
  fileLimit: number
}

/** Reads a form with one file, whose bytes go to `path`. */
async function readForm(
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
