import {rm} from 'node:fs/promises'
import multipart from '@fastify/multipart'
import type {FastifyPluginAsync} from 'fastify'
import {errorBody} from '../../contract/wire/common'
import {uploadDigitalAsset} from '../../contract/wire/entities/digitalAsset'
import {callerOf} from '../access/viewer'
import {diskFull, isDiskFull} from '../files/incoming'
import {refusals} from '../http/failures/errors'
import type {Patience} from '../http/failures/patience'
import {serving} from '../http/serve'
import type {Admission} from './admission'
import {type FormOptions, readForm} from './form'

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
