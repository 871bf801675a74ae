import {createWriteStream} from 'node:fs'
import {pipeline} from 'node:stream/promises'
import type {MultipartFile} from '@fastify/multipart'
import type {FastifyRequest} from 'fastify'
import {type UploadFields, uploadFields} from '../../contract/wire/digitalAsset'
import {diskFull, isDiskFull} from '../files/incoming'
import {badRequest, HttpError} from '../http/errors'
import type {Arrived} from './admission'
import {createMeter} from './measure'
import {nameFrom, readFields, tooLarge} from './rules'

/** Reads a form with one file, whose bytes go to `path`. */
export async function readForm(
  request: FastifyRequest,
  path: string,
  fileLimit: number,
): Promise<{arrived: Arrived; fields: UploadFields}> {
  if (!request.isMultipart()) throw new HttpError(415, 'The body must be multipart/form-data.')
  const values = new Map<string, unknown>()
  let arrived: Arrived | undefined
  for await (const part of request.parts()) {
    if (part.type === 'file') arrived = await receive(part, path, fileLimit)
    else values.set(part.fieldname, part.value)
  }
  if (arrived === undefined) throw badRequest('A file must be chosen.')
  return {arrived, fields: readFields(uploadFields, Object.fromEntries(values))}
}

async function receive({file, filename}: MultipartFile, path: string, limit: number): Promise<Arrived> {
  const meter = createMeter(limit, () => tooLarge(limit))
  const written = pipeline(file, meter.stream, createWriteStream(path, {flags: 'wx', mode: 0o600}))
  await written.catch(error => {
    throw isDiskFull(error) ? diskFull() : error
  })
  return {...meter.measured(), path, originalName: nameFrom(filename)}
}
