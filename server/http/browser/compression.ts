import {constants} from 'node:zlib'
import type {FastifyCompressOptions} from '@fastify/compress'

/**
 * The levels are low, because every answer is compressed again. Up to the length of a chart's points it takes a
 * millisecond or two at once; a stream takes longer to be set up.
 */
export const COMPRESSION: FastifyCompressOptions = {
  threshold: 1024,
  syncThreshold: 65_536,
  encodings: ['br', 'gzip'],
  requestEncodings: ['identity'],
  brotliOptions: {params: {[constants.BROTLI_PARAM_QUALITY]: 4}},
  zlibOptions: {level: 4},
}
