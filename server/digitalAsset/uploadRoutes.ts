import multipart from '@fastify/multipart'
import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import {errorBody} from '../../contract/wire/common'
import {uploadAnswer} from '../../contract/wire/digitalAsset'
import {callerOf} from '../access/viewer'
import {refusals} from '../http/errors'
import {forgetRest, type Patience} from '../http/patience'
import type {Admit} from './admission'
import {type FormOptions, readForm} from './form'

export interface UploadOptions extends FormOptions {
  admit: Admit
  patience: Patience
}

/** The form has five further fields. */
const LIMITS = {files: 1, fields: 10, parts: 12, fieldSize: 1000, headerPairs: 20}

export const uploadRoutes: FastifyPluginAsyncZod<UploadOptions> = async (app, {admit, patience, ...form}) => {
  await app.register(multipart, {
    limits: {...LIMITS, fileSize: Number.POSITIVE_INFINITY},
    throwFileSizeLimit: false,
  })

  app.post(
    '/api/v0/digitalAssets/upload',
    {
      config: {isUpload: true},
      onRequest: async request => patience.waitFor(request.raw),
      schema: {
        tags: ['digital assets'],
        description:
          'A form (multipart/form-data) with a `file`, `label` (video_asset) and `type` (digital_asset). It may also have ' +
          '`id`, by which it can be sent again, `organisation_id`, `parent_id` (of a thumbnail) and `duration` (ms).',
        consumes: ['multipart/form-data'],
        response: {201: uploadAnswer, ...refusals, 413: errorBody, 415: errorBody, 507: errorBody},
      },
    },
    async (request, reply) => {
      try {
        const {arrived, fields} = await readForm(request, form)
        return reply.code(201).send(await admit(callerOf(request), arrived, fields))
      } catch (error) {
        forgetRest(request.raw)
        throw error
      }
    },
  )
}
