"""Foods and other things that people do without, and ways of eating."""

from __future__ import annotations

import re

_NAMED = """
meat, red meat, raw fish, seafood, sea food, shellfish, shell fish, crustaceans, molluscs, spicy
food, spicy things, animal products, dairy, dairy products, tree nuts, tree nut, nuts, nut,
peanuts, peanut, peanut butter, walnuts, walnut, almonds, almond, cashews, cashew, cashew nuts,
hazelnuts, hazelnut, pistachios, pistachio, pecans, pecan, brazil nuts, macadamias, pine nuts,
bell peppers, peppers, paprika, blue cheese, raw onions, raw onion, processed food, processed
sugar, pork, beef, lamb, veal, mutton, goat, venison, game, fish, chicken, turkey, duck, poultry,
milk, cow's milk, goat milk, cream, eggs, egg, egg whites, egg yolk, gluten, wheat, rye, barley,
oats, spelt, bread, yeast, sugar, sweets, refined sugar, alcohol, wine, red wine, beer, spirits,
coffee, caffeine, tea, mushrooms, mushroom, cilantro, coriander, onions, onion, garlic, shallots,
leeks, soy, soya, soybeans, tofu, cheese, hard cheese, butter, corn, maize, tomatoes, tomato,
nightshades, eggplant, eggplants, aubergines, aubergine, celery, celeriac, olives, avocado,
avocados, bananas, banana, apples, raw apples, apple, pears, peaches, plums, cherries, apricots,
stone fruit, strawberries, strawberry, raspberries, blueberries, berries, kiwi, kiwis, kiwi fruit,
mango, mangoes, papaya, pineapple, pineapples, melon, watermelon, grapes, grapefruit, citrus,
citrus fruit, oranges, lemons, lemon, fruit, raw fruit, figs, dates, shrimp, shrimps, prawns,
prawn, crab, crabs, lobster, lobsters, crayfish, oysters, mussels, clams, scallops, squid,
octopus, calamari, salmon, tuna, mackerel, cod, anchovies, sesame, sesame seeds, tahini, mustard,
lupin, lupins, lentils, beans, chickpeas, peas, kidney beans, fava beans, legumes, pulses, chili,
chilli, chilies, chillies, chile, hot peppers, liver, offal, gelatin, gelatine, honey, carbs,
rice, pasta, potatoes, potato, spinach, beets, beetroot, cabbage, cauliflower, broccoli,
asparagus, cucumber, carrots, raw carrots, coconut, cinnamon, chocolate, cocoa, dark chocolate,
soda, fizzy drinks, lactose, fructose, histamine, sorbitol, msg, sulfites, sulphites, nitrates,
artificial sweeteners, sweeteners, aspartame, food colouring, bacon, ham, sushi, sunflower seeds,
poppy seeds, pumpkin seeds, seeds, chia, vanilla, ginger, turmeric, cumin, fennel, parsley, basil,
mint, salt, fried food, fatty food, fast food, foie gras, buckwheat, quinoa, licorice, liquorice,
horseradish, wasabi, salicylates, casein, whey, fodmaps, oxalates, penicillin, amoxicillin,
aspirin, ibuprofen, paracetamol, codeine, morphine, sulfa drugs, sulfa, antibiotics, latex,
pollen, grass pollen, birch pollen, hay, cats, cat hair, dogs, dog hair, horses, dust, dust mites,
bees, bee stings, wasps, wasp stings, wasp venom, bee venom, mould, mold, nickel, iodine, contrast
dye, ragweed, birch, feathers, down, wool, perfume, fragrance
"""
_ALL = sorted(
    (" ".join(one.split()) for one in _NAMED.replace("\n", " ").split(",") if one.strip()),
    key=lambda name: (-len(name), name),
)
_ONE = rf"(?:(?:{'|'.join(map(re.escape, _ALL))})(?![\w-]))"
FOODS = (
    rf"(?:all |most |any |raw |cooked |fresh |processed )?{_ONE}(?:(?:,? (?:and|or|nor) (?:any |"
    rf"all )?|, |/){_ONE}){{0,4}}"
)
"""One food or several: "nuts, sesame or soy"."""
WAYS = (
    r"(?:(?:ovo-?|lacto-?)*vegetarian|vegan|veggie|pescatarian|pescetarian|flexitarian|fruitarian|"
    r"keto(?:genic)?|paleo|carnivore|kosher|halal|raw vegan|low[- ](?:carb|sodium|fodmap|fat|sugar|"
    r"salt|gi|histamine|residue|protein)|(?:gluten|dairy|sugar|lactose|nut|grain|wheat|soy|egg|"
    r"alcohol|meat)[- ]free|plant[- ]based|whole[- ]food|mediterranean|teetotal(?:l?er)?|(?:celiac|"
    r"coeliac)(?! disease)|jain|sober|macrobiotic|meatless)"
)


def is_food(words: str) -> bool:
    """Whether `words` name nothing but foods and the like."""
    return re.fullmatch(FOODS, words, re.IGNORECASE) is not None
