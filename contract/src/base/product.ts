import { defineEntity } from '../kernel/entity.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { decimal } from '../kinds/decimal.ts';
import { image } from '../kinds/file.ts';
import { text } from '../kinds/text.ts';

/** What is made, bought or put in: wheels, forgings, blocks, rods, auxiliaries. */
export const product = defineEntity({
  name: 'base/product',
  label: { zh: '产品', en: 'Product' },
  scope: 'site',
  title: 'productName',
  code: 'materialCode',
  sort: { by: 'materialCode', order: 'asc' },
  unique: [['materialCode'], ['abbreviation']],
  fields: {
    category: dictionary('product_category', '产品类别', 'Category', { required: true, list: true, filter: true }),
    materialCode: text('物料编码', 'Material code', { required: true, max: 40, list: true, filter: true, sort: true }),
    productName: text('产品名称', 'Product name', { required: true, max: 100, list: true, filter: true }),
    abbreviation: text('简称', 'Abbreviation', { max: 30, list: true, filter: true }),
    standardBeat: decimal('标准节拍', 'Standard beat', {
      required: true, digits: 8, places: 2, above: 0, list: true, sort: true, unit: { zh: '秒', en: 's' },
    }),
    image: image('图片', 'Picture'),
    status: dictionary('enable_status', '状态', 'Status', { required: true, default: '1', list: true, filter: true }),
  },
});
