import {walkGallery} from './support/gallery'

walkGallery('managed', import.meta.glob('../../src/machines/{console,media,player}/**/*.ts', {eager: true}))
