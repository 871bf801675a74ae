import {walkRoom} from '../support/gallery'

walkRoom('media')
