import {constants} from 'node:zlib'
import type {FastifyCompressOptions} from '@fastify/compress'

/** The levels are low, because every answer is compressed anew. */
export const COMPRESSION: FastifyCompressOptions = {
  threshold: 1024,
  encodings: ['br', 'gzip'],
  requestEncodings: ['identity'],
  brotliOptions: {params: {[constants.BROTLI_PARAM_QUALITY]: 4}},
  zlibOptions: {level: 4},
}
